/**
 * The parser of an index' documents, for all who write or look at them: fields whose values are queries need who can
 * read queries.
 */
import type { ScriptCompiler } from "../../scripting/script-compiler.ts";
import { documentParserOf } from "../../mapping/source-document-parser.ts";
import { readStoredQuery } from "../../query/percolation/stored-query.ts";
import type { ParserFactory } from "../index-state.ts";

/** `scripts`: who makes programs of scripts on the thread of the parsers. */
export function parsersWith(scripts: ScriptCompiler): ParserFactory {
  return (metadata) => documentParserOf(metadata, readStoredQuery, scripts);
}
