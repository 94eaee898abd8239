/** Parsers of documents for the write side. */
import type { DocumentParser } from "./document-parser.ts";
import { Mapping, type MappingMetadata } from "./mapping.ts";

/** The parser of documents of one version of an index' mapping. It has state: not to be shared between threads. */
export function documentParserOf(metadata: MappingMetadata): DocumentParser {
  return Mapping.parse(metadata).documentParser();
}
