/** `exists`: documents that have a field. */
import { BodyReader } from "../../compat/body-reader.ts";
import { illegalArgument, parsingException } from "../../compat/errors.ts";
import { existingFields } from "../existing-fields.ts";
import { kindQuery } from "../kind-query.ts";
import { readHead } from "../query-head.ts";
import type { QueryKind } from "../query-kind.ts";

export const exists: QueryKind = {
  name: "exists",
  summary: "Matches documents that have at least one indexed value for a field.",

  parse(body) {
    const read = new BodyReader("exists", body);
    const field = read.string("field");
    const head = readHead("exists", read, body);
    read.end();
    if (field === undefined) throw parsingException("[exists] must be provided with a [field]");
    if (field === "") throw illegalArgument("field name is null or empty");
    return kindQuery(head, (searcher) => existingFields(searcher, field), "as built");
  },
};
