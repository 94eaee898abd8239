/**
 * The files below the folder of the configuration that analyzers and filters read without being told to by settings.
 */
import { stempelTablePath } from "./polish/stempel.ts";
import { ukrainianDictionaryPaths } from "./ukrainian/morfologik.ts";

export const builtInFiles: readonly string[] = [
  stempelTablePath,
  ukrainianDictionaryPaths.automaton,
  ukrainianDictionaryPaths.properties,
];
