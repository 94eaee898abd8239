/** `text_similarity_reranker`: asks a model for new scores; there are no models here. */
import { RequestError } from "../../../../compat/errors.ts";
import { RetrieverBody } from "../read-retriever.ts";
import type { RetrieverKind } from "../retriever.ts";

const DEFAULT_ENDPOINT = ".rerank-v1-elasticsearch";

export const textSimilarityReranker: RetrieverKind = {
  name: "text_similarity_reranker",
  compound: true,
  parse(request, context) {
    const read = new RetrieverBody("text_similarity_reranker", request);
    read.only(["retriever", "inference_id", "inference_text", "field", "rank_window_size", "allow_rerank_failures"]);
    const inner = read.required("retriever", read.object("retriever"));
    read.required("inference_text", read.text("inference_text"));
    read.required("field", read.text("field"));
    read.within("retriever", () => context.retriever(request, inner));
    const name = read.text("inference_id") ?? DEFAULT_ENDPOINT;
    throw new RequestError(404, "resource_not_found_exception", `Inference endpoint not found [${name}]`);
  },
};
