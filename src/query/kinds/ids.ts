/** `ids`: documents by `_id`. */
import { BodyReader, contentParseException, tokenName } from "../../compat/body-reader.ts";
import { illegalArgument } from "../../compat/errors.ts";
import type { Json } from "../../core/json.ts";
import { declaredBody } from "../declared-body.ts";
import { ids as withIds } from "../ids/ids-expression.ts";
import { kindQuery } from "../kind-query.ts";
import { readHead } from "../query-head.ts";
import type { QueryKind } from "../query-kind.ts";

export const ids: QueryKind = {
  name: "ids",
  summary: "Matches documents with any of the given ids.",

  parse(body) {
    return declaredBody(() => {
      const read = new BodyReader("ids", body, "object");
      const head = readHead("ids", read, body);
      const values = readValues(read.json("values"));
      read.end();
      return kindQuery(
        head,
        () => withIds(values),
        () => values.length === 0,
      );
    });
  },
};

function readValues(values: Json | undefined): string[] {
  if (values === undefined) return [];
  if (typeof values === "string") return [values];
  if (!Array.isArray(values))
    throw contentParseException(`[ids] values doesn't support values of type: ${tokenName(values)}`);
  return values.map((value) => {
    if (typeof value !== "object") return String(value);
    const cause = illegalArgument(`Expected text at 1:1 but found ${tokenName(value)}`);
    throw contentParseException("[ids] failed to parse field [values]", cause);
  });
}
