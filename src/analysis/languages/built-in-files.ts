/** Files below the configuration folder that analyzers and filters read without a setting. */
import { stempelTablePath } from "./polish/stempel.ts";
import { ukrainianDictionaryPaths } from "./ukrainian/morfologik.ts";

export const builtInFiles: readonly string[] = [
  stempelTablePath,
  ukrainianDictionaryPaths.automaton,
  ukrainianDictionaryPaths.properties,
];
