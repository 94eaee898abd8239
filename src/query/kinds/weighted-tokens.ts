/** `weighted_tokens`: the older form of `sparse_vector`. */
import { BodyReader } from "../../compat/body-reader.ts";
import { illegalArgument, parsingException } from "../../compat/errors.ts";
import { valueText } from "../../compat/value-text.ts";
import { isJsonObject, type Json } from "../../core/json.ts";
import { refusePruning, type WeightedToken, weightedTokens as withTokens } from "../feature/weighted-tokens.ts";
import { kindQuery } from "../kind-query.ts";
import { readHead, requireFieldBody } from "../query-head.ts";
import type { QueryKind } from "../query-kind.ts";

export const weightedTokens: QueryKind = {
  name: "weighted_tokens",
  summary: "Matches documents with any of some weighted tokens. Deprecated: sparse_vector does the same.",

  parse(body) {
    const { field, read } = requireFieldBody("weighted_tokens", body);
    const inner = read ?? new BodyReader("weighted_tokens", {});
    const head = readHead("weighted_tokens", inner, body);
    const tokens = tokensOf(inner.json("tokens"));
    refusePruning(inner.json("pruning_config") !== undefined, "weighted_tokens");
    inner.end();
    if (tokens.length === 0) throw illegalArgument("[weighted_tokens] requires at least one token");
    return kindQuery(head, (searcher) => withTokens(searcher, field, tokens, "weighted_tokens"));
  },
};

function tokensOf(value: Json | undefined): readonly WeightedToken[] {
  if (value === undefined) return [];
  const objects = Array.isArray(value) ? value : [value];
  return objects.flatMap((object) => {
    if (!isJsonObject(object)) throw parsingException("[weighted_tokens] query does not support [tokens]");
    return Object.entries(object).map(([token, weight]) => {
      if (typeof weight !== "number" && typeof weight !== "bigint")
        throw illegalArgument(`weight must be a number, was [${valueText(weight)}]`);
      return { token, weight: Math.fround(Number(weight)) };
    });
  });
}
