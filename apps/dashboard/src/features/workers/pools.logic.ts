import type { SaveTemplate, TemplateRow } from "../../lib/api/types.ts";

/** A pool's settings as typed. */
export interface PoolForm {
  name: string;
  /** Whether all that workers offer are kept; the number does not count then. */
  keepAll: boolean;
  warm: string;
  idleMinutes: string;
  image: string;
  width: string;
  height: string;
}

export type PoolErrors = Partial<Record<keyof PoolForm, string>>;

export function poolFormOf(pool: TemplateRow | null): PoolForm {
  const { settings } = pool ?? {};
  return {
    name: pool?.name ?? "",
    keepAll: pool?.warm === null,
    warm: String(pool?.warm ?? 0),
    idleMinutes: String((pool?.idleStopSeconds ?? 300) / 60),
    image: settings?.image ?? "",
    width: String(settings?.screen?.width ?? 1_280),
    height: String(settings?.screen?.height ?? 720),
  };
}

/** Checks a form; each message says what is wrong and what would be right. */
export function parsePoolForm(
  form: PoolForm,
  before: TemplateRow | null,
): { pool: SaveTemplate; errors: null } | { pool: null; errors: PoolErrors } {
  const errors: PoolErrors = {};
  const number = (field: "warm" | "idleMinutes" | "width" | "height", min: number, max: number) => {
    const value = Number(form[field]);
    const isWhole = field === "idleMinutes" || Number.isInteger(value);
    if (form[field].trim() === "" || !isWhole || !(value >= min && value <= max))
      errors[field] =
        `${isWhole ? "A number" : "A whole number"} from ${min} to ${max.toLocaleString("en-US")}`;
    return value;
  };
  if (!/^[a-z0-9][a-z0-9-]{0,39}$/.test(form.name))
    errors.name = "Small letters, digits and dashes, such as office-wide";
  const warm = form.keepAll ? null : number("warm", 0, 100_000);
  const idleMinutes = number("idleMinutes", 0, 1_440);
  const screen = { width: number("width", 320, 7_680), height: number("height", 240, 4_320) };
  if (Object.keys(errors).length > 0) return { pool: null, errors };
  const image = form.image.trim();
  const { image: _image, screen: _screen, ...kept } = before?.settings ?? {};
  const isStandard = screen.width === 1_280 && screen.height === 720;
  const settings = { ...kept, ...(image ? { image } : {}), ...(isStandard ? {} : { screen }) };
  return {
    pool: { name: form.name, warm, idleStopSeconds: Math.round(idleMinutes * 60), settings },
    errors: null,
  };
}

/** What a pool keeps, in words. */
export function poolRule({ warm, idleStopSeconds }: Pick<TemplateRow, "warm" | "idleStopSeconds">): string {
  if (warm === null) return "keeps all that workers offer";
  const minutes = Math.round(idleStopSeconds / 6) / 10;
  return `keeps ${warm} ready beyond those at work; idle ones stop after ${minutes} min`;
}
