/** The languages that scripts can be written in. There is none yet. */
import type { ScriptLanguage } from "./script-language.ts";

/** In the order of their names. */
export const scriptLanguages: readonly ScriptLanguage[] = [];
