/** The implemented script languages. */
import { expression } from "./expression/expression.ts";
import { mustache } from "./mustache/mustache.ts";
import { painless } from "./painless/painless.ts";
import type { ScriptLanguage } from "./script-language.ts";

/** Sorted by name. */
export const scriptLanguages: readonly ScriptLanguage[] = [expression, mustache, painless];
