/** `semantic`: documents with texts of a like meaning; without models no such text is ever stored. */
import { BodyReader } from "../../compat/body-reader.ts";
import { illegalArgument, RequestError } from "../../compat/errors.ts";
import { valueText } from "../../compat/value-text.ts";
import { kindQuery } from "../kind-query.ts";
import { matchNone } from "../match-none/match-none-expression.ts";
import { readHead } from "../query-head.ts";
import type { QueryKind } from "../query-kind.ts";
import { unwrapped } from "../query-shard-exception.ts";

export const semantic: QueryKind = {
  name: "semantic",
  summary: "Matches documents with texts of a like meaning. There are no models, so fields of such texts are refused.",

  parse(body) {
    const read = new BodyReader("semantic", body, "object");
    const head = readHead("semantic", read, body);
    const path = read.string("field");
    const text = read.string("query");
    read.boolean("lenient");
    read.end();
    const missing = [...(path === undefined ? ["field"] : []), ...(text === undefined ? ["query"] : [])];
    if (path === undefined || missing.length > 0) throw illegalArgument(`Required [${missing.join(", ")}]`);
    return kindQuery(head, ({ mapping }) => {
      const field = mapping.field(path);
      if (!field) return matchNone(`unmapped field [${path}]`);
      const endpoint = field.parameters["search_inference_id"] ?? field.parameters["inference_id"];
      if (endpoint === undefined)
        throw illegalArgument(`Field [${path}] of type [${field.type}] does not support semantic queries`);
      throw unwrapped(
        new RequestError(404, "resource_not_found_exception", `Inference endpoint not found [${valueText(endpoint)}]`),
      );
    });
  },
};
