/** `text_similarity_reranker`: orders the best of another retriever as a model compares their texts with one. */
import { illegalArgument } from "../../../../compat/errors.ts";
import { tokenName } from "../../../../compat/body-reader.ts";
import { DEFAULT_WINDOW, RetrieverBody } from "../read-retriever.ts";
import type { RetrieverKind } from "../retriever.ts";

const KIND = "text_similarity_reranker";
const DEFAULT_ENDPOINT = ".rerank-v1-elasticsearch";

export const textSimilarityReranker: RetrieverKind = {
  name: KIND,
  compound: true,
  parse(request, context) {
    const read = new RetrieverBody(KIND, request);
    read.only(["retriever", "inference_id", "inference_text", "field", "rank_window_size", "allow_rerank_failures"]);
    const inner = read.required("retriever", read.object("retriever"));
    const text = read.required("inference_text", read.text("inference_text"));
    const field = read.required("field", read.text("field"));
    const child = read.within("retriever", () => context.retriever(request, inner));
    const window = read.integer("rank_window_size") ?? DEFAULT_WINDOW;
    if (window < 1) throw illegalArgument(`[rank_window_size] must be greater than 0, was [${window}]`);
    const allowed = read.json("allow_rerank_failures") ?? false;
    if (typeof allowed !== "boolean")
      throw illegalArgument(`[allow_rerank_failures] must be a boolean but was: ${tokenName(allowed)}`);
    return {
      ...read.head(),
      children: [child],
      windowName: "rank_window_size",
      window,
      rerank: { endpoint: read.text("inference_id") ?? DEFAULT_ENDPOINT, text, field, allowsFailures: allowed },
      merge: ([list = []]) => list,
    };
  },
};
