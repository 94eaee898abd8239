/** What a query asks a model that an inference endpoint stands for. */
export interface InferenceQuestion {
  /** Who asks, and so what is said of an endpoint that is not there. */
  readonly asker: "semantic" | "text_similarity_reranker" | "vectors";
  readonly endpoint: string;
  /** Undefined: that of the endpoint. */
  readonly task: "sparse_embedding" | "text_embedding" | "rerank" | undefined;
  readonly input: readonly string[];
  /** Of a rerank: what the texts are compared with. */
  readonly query?: string | undefined;
}
