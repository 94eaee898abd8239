/** External resources of analysis: what it reads besides the index settings. */
import { illegalArgument } from "../compat/errors.ts";

/** Configuration files and synonyms sets. */
export interface AnalysisResources {
  /** A file below the configuration folder. Throws 400, naming the parameter, when it cannot be read. */
  readBytes(parameter: string, path: string): Uint8Array;
  /** Names of the files in a folder below the configuration folder, in order; empty when there is no such folder. */
  fileNames(folder: string): readonly string[];
  /** Rules of a synonyms set in Solr format; undefined when there is no set with this name. */
  synonymsSet(name: string): readonly string[] | undefined;
}

/** No files and no sets: for components that work without an index. */
export const noResources: AnalysisResources = {
  readBytes(parameter, path) {
    throw illegalArgument(`IOException while reading ${parameter}: ${path}`);
  },
  fileNames: () => [],
  synonymsSet: () => undefined,
};

/** A byte order mark is an ordinary character, as in Java. */
const decoder = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });

/** The text of a file. Throws 400 like `readBytes`, and for a file that is not UTF-8. */
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
