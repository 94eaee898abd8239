/** What analysis reads from outside the settings of an index. */
import { illegalArgument } from "../core/errors.ts";

/** Files of the configuration and sets of synonyms. */
export interface AnalysisResources {
  /** The text of a file below the folder of the configuration. Throws 400 in the name of the parameter when it cannot be read. */
  readFile(parameter: string, path: string): string;
  /** Names of the files in a folder below that of the configuration, in order; none when there is no such folder. */
  fileNames(folder: string): readonly string[];
  /** Rules of a synonyms set in Solr's form; undefined: there is none of this name. */
  synonymsSet(name: string): readonly string[] | undefined;
}

/** No files and no sets: for what works without an index. */
export const noResources: AnalysisResources = {
  readFile(parameter, path) {
    throw illegalArgument(`IOException while reading ${parameter}: ${path}`);
  },
  fileNames: () => [],
  synonymsSet: () => undefined,
};
