/** Parsers of documents for the write side. */
import type { ScriptCompiler } from "../scripting/script-compiler.ts";
import type { DocumentParser } from "./document-parser.ts";
import { Mapping, type MappingMetadata } from "./mapping.ts";
import type { QueryReader } from "./stored-query.ts";

/**
 * The parser of documents for one version of an index's mapping; `readQuery` parses stored queries. It has state: do
 * not share it between threads.
 */
export function documentParserOf(
  metadata: MappingMetadata,
  readQuery?: QueryReader,
  scripts?: ScriptCompiler,
): DocumentParser {
  return Mapping.parse(metadata, { scripts }).documentParser(readQuery);
}
