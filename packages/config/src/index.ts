export * as codec from "./codecs.ts";
export * from "./parse-env.ts";
