/**
 * The parser of an index' documents, for all who write or look at them: fields whose values are queries need who can
 * read queries.
 */
import { documentParserOf } from "../../mapping/source-document-parser.ts";
import { readStoredQuery } from "../../query/percolation/stored-query.ts";
import type { ParserFactory } from "../index-state.ts";

export const parserOf: ParserFactory = (metadata) => documentParserOf(metadata, readStoredQuery);
