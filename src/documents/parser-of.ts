/** The parser of an index' documents, for all who write or look at them: fields whose values are queries need who can read queries. */
import { Mapping } from "../mapping/mapping.ts";
import { readStoredQuery } from "../query/percolation/stored-query.ts";
import type { ParserFactory } from "./index-state.ts";

export const parserOf: ParserFactory = (metadata) => Mapping.parse(metadata).documentParser(readStoredQuery);
