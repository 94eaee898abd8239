/** `span_containing`: spans that contain others. */
import { illegalArgument } from "../../compat/errors.ts";
import type { QueryKind } from "../query-kind.ts";
import { readPair } from "../spans/read-pair.ts";

export const spanContaining: QueryKind = {
  name: "span_containing",
  summary: "Matches documents with a span that contains a span of another query.",
  parse: (body, context) =>
    readPair(body, context, {
      name: "span_containing",
      kind: "containing",
      missing: (part) => illegalArgument(`inner clause [${part}] cannot be null.`),
    }),
};
