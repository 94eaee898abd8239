/** The implemented script languages. There are none yet. */
import type { ScriptLanguage } from "./script-language.ts";

/** Sorted by name. */
export const scriptLanguages: readonly ScriptLanguage[] = [];
