/** `span_within`: spans that lie within others. */
import { parsingException } from "../../compat/errors.ts";
import type { QueryKind } from "../query-kind.ts";
import { readPair } from "../spans/read-pair.ts";

export const spanWithin: QueryKind = {
  name: "span_within",
  summary: "Matches documents with a span that lies within a span of another query.",
  parse: (body, context) =>
    readPair(body, context, {
      name: "span_within",
      kind: "within",
      missing: (part) => parsingException(`span_within must include [${part}]`),
    }),
};
