import type { RouterOutputs } from "@deskrl/api";
import type { Training } from "../../lib/api/types.ts";

export type Suggestion = Training["suggestions"][string];
export type Catalog = RouterOutputs["training"]["catalog"];
export type SettingSpec = Catalog[keyof Catalog][number];
export type GroupRow = RouterOutputs["training"]["groups"]["items"][number];
export type GroupEpisode = RouterOutputs["training"]["group"]["episodes"][number];
export type PolicyVersionRow = RouterOutputs["training"]["policyVersions"]["items"][number];
export type Comparison = RouterOutputs["training"]["comparison"];
