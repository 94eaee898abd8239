/** Parsers of documents for the write side. */
import type { ScriptCompiler } from "../scripting/script-compiler.ts";
import type { DocumentParser } from "./document-parser.ts";
import { Mapping, type MappingMetadata } from "./mapping.ts";
import type { QueryReader } from "./stored-query.ts";

/**
 * The parser of documents of one version of an index' mapping; `readQuery` reads values that are queries. It has state:
 * not to be shared between threads.
 */
export function documentParserOf(
  metadata: MappingMetadata,
  readQuery?: QueryReader,
  scripts?: ScriptCompiler,
): DocumentParser {
  return Mapping.parse(metadata, { scripts }).documentParser(readQuery);
}
