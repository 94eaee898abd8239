/** What analysis reads from outside the settings of an index. */
import { illegalArgument } from "../compat/errors.ts";

/** Files of the configuration and sets of synonyms. */
export interface AnalysisResources {
  /** A file below the folder of the configuration. Throws 400 in the name of the parameter when it cannot be read. */
  readBytes(parameter: string, path: string): Uint8Array;
  /** Names of the files in a folder below that of the configuration, in order; none when there is no such folder. */
  fileNames(folder: string): readonly string[];
  /** Rules of a synonyms set in Solr's form; undefined: there is none of this name. */
  synonymsSet(name: string): readonly string[] | undefined;
}

/** No files and no sets: for what works without an index. */
export const noResources: AnalysisResources = {
  readBytes(parameter, path) {
    throw illegalArgument(`IOException while reading ${parameter}: ${path}`);
  },
  fileNames: () => [],
  synonymsSet: () => undefined,
};

/** A byte order mark is a character like others, as for Java. */
const decoder = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });

/** The text of a file. Throws 400 as `readBytes`, and for what is not UTF-8. */
export function readText(resources: Pick<AnalysisResources, "readBytes">, parameter: string, path: string): string {
  const bytes = resources.readBytes(parameter, path);
  try {
    return decoder.decode(bytes);
  } catch {
    throw illegalArgument(
      `Unsupported character encoding detected while reading ${parameter}: ${path} - files must be UTF-8 encoded`,
    );
  }
}
