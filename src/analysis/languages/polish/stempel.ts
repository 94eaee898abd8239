/** Stempel: the stems of Polish by a table from the folder of the configuration (Lucene's StempelFilter). */
import { illegalArgument } from "../../../compat/errors.ts";
import type { ComponentParameters } from "../../component-parameters.ts";
import { mapStem, type TokenFilter } from "../../token-list.ts";
import { heldByBytes } from "../held-by-bytes.ts";
import { remembering } from "../stem-filter.ts";
import { StemmerTable } from "./stemmer-table.ts";

/**
 * Where the table stands below the folder of the configuration. It comes with Lucene's lucene-analysis-stempel, and
 * with pystempel of PyPI.
 */
export const stempelTablePath = "stempel/stemmer_20000.tbl";

/** Shorter words are not stemmed. */
const MIN_LENGTH = 3;

const tableOf = heldByBytes((bytes: Uint8Array) => new StemmerTable(bytes));

/** Stems words by the table. Throws 400 when it is not there or damaged. */
export function stempelFilter(parameters: ComponentParameters): TokenFilter {
  const held = readTable(parameters);
  const stem = remembering((word) => held.made.stem(word));
  return mapStem((word) => (word.length >= MIN_LENGTH ? stem(word) : word));
}

function readTable(parameters: ComponentParameters): ReturnType<typeof tableOf> {
  const { surroundings } = parameters;
  const [folder = "", name = ""] = stempelTablePath.split("/");
  if (!surroundings.fileNames(folder).includes(name)) {
    throw illegalArgument(
      `Polish needs the table [${name}] of Lucene's module stempel as [${stempelTablePath}] below the folder of the configuration`,
    );
  }
  const bytes = surroundings.readBytes(parameters.name, stempelTablePath);
  try {
    return tableOf(bytes);
  } catch (error) {
    throw illegalArgument(
      `could not read the table [${stempelTablePath}]: ${error instanceof Error ? error.message : String(error)}`,
    );
  }
}
