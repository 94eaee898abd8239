/** `text_expansion`: documents with the tokens that a model makes of a text; the older form of `sparse_vector`. */
import { BodyReader } from "../../compat/body-reader.ts";
import { illegalArgument } from "../../compat/errors.ts";
import { askedTokens } from "../asked-model.ts";
import { refusePruning, weightedTokens } from "../feature/weighted-tokens.ts";
import { kindQuery } from "../kind-query.ts";
import { readHead, requireFieldBody } from "../query-head.ts";
import type { QueryKind } from "../query-kind.ts";

export const textExpansion: QueryKind = {
  name: "text_expansion",
  summary: "Matches documents with the tokens that a model makes of a text. Deprecated: sparse_vector does the same.",

  parse(body, context) {
    context.warn("text_expansion is deprecated. Use sparse_vector instead.");
    const { field, read } = requireFieldBody("text_expansion", body);
    const inner = read ?? new BodyReader("text_expansion", {});
    const head = readHead("text_expansion", inner, body);
    const text = inner.string("model_text");
    const model = inner.string("model_id");
    const pruning = inner.json("pruning_config");
    inner.end();
    if (text === undefined) throw illegalArgument("[text_expansion] requires the [model_text] value");
    if (model === undefined) throw illegalArgument("[text_expansion] requires the [model_id] value");
    refusePruning(pruning !== undefined, "text_expansion");
    const asked = { asker: "vectors", endpoint: model, task: "sparse_embedding", input: [text] } as const;
    const tokens = Object.entries(askedTokens(context, asked) ?? {}).map(([token, weight]) => ({
      token,
      weight: Math.fround(Number(weight)),
    }));
    return kindQuery(head, (searcher) => weightedTokens(searcher, field, tokens, "text_expansion"));
  },
};
