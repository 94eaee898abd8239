/** `type`: documents of a mapping type, which is always `_doc`. Removed in Elasticsearch 8.0. */
import { BodyReader } from "../../compat/body-reader.ts";
import { parsingException } from "../../compat/errors.ts";
import { matchAll } from "../match-all/match-all-expression.ts";
import { matchNone } from "../match-none/match-none-expression.ts";
import { kindQuery } from "../kind-query.ts";
import { readHead } from "../query-head.ts";
import type { QueryKind } from "../query-kind.ts";

const ONLY_TYPE = "_doc";

export const type: QueryKind = {
  name: "type",
  summary:
    "Matches all documents for the mapping type _doc, and none for any other. Deprecated: there are no mapping types.",

  parse(body, context) {
    context.warn("[types removal] Type queries are deprecated, prefer to filter on a field instead.");
    const read = new BodyReader("type", body);
    const head = readHead("type", read, body);
    const value = read.string("value");
    read.end();
    if (value === undefined) throw parsingException("[type] filter needs to be provided with a value for the type");
    return kindQuery(
      head,
      () => (value === ONLY_TYPE ? matchAll() : matchNone(`no documents of type [${value}]`)),
      "as built",
    );
  },
};
