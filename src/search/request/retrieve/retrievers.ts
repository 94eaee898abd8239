/** Every retriever. */
import type { RequestText } from "../../../compat/request-text.ts";
import type { JsonObject } from "../../../core/json.ts";
import { readCompound, readNamed } from "./read-retriever.ts";
import type { Retriever, RetrieverContext, RetrieverKind } from "./retriever.ts";
import { knn } from "./retrievers/knn.ts";
import { linear } from "./retrievers/linear.ts";
import { pinned } from "./retrievers/pinned.ts";
import { rescorer } from "./retrievers/rescorer.ts";
import { rrf } from "./retrievers/rrf.ts";
import { rule } from "./retrievers/rule.ts";
import { standard } from "./retrievers/standard.ts";
import { textSimilarityReranker } from "./retrievers/text-similarity-reranker.ts";

export const retrievers: readonly RetrieverKind[] = [
  knn,
  linear,
  pinned,
  rescorer,
  rrf,
  rule,
  standard,
  textSimilarityReranker,
];

const names = retrievers.map(({ name }) => name);

/** Reads `retriever` of a body, or of another retriever. Throws RequestError 400. */
export function parseRetriever(
  request: RequestText,
  body: JsonObject,
  collapse: RetrieverContext["collapse"],
): Retriever {
  const context: RetrieverContext = {
    retriever: (inner, value) => parseRetriever(inner, value, collapse),
    collapse,
  };
  const parse = (name: string, inner: RequestText): Retriever | undefined => {
    const kind = retrievers.find((one) => one.name === name);
    return kind?.compound ? readCompound(inner, () => kind.parse(inner, context)) : kind?.parse(inner, context);
  };
  return readNamed(request, body, parse, names);
}
