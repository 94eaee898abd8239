/** `hugging_face`: models behind an inference endpoint of Hugging Face, or any server that speaks as those do. */
import { valueText } from "../../compat/value-text.ts";
import { isJsonObject, type Json } from "../../core/json.ts";
import { put } from "../../core/names.ts";
import { embeddingsOf, rankingOf, unexpected } from "../embeddings.ts";
import { chatCompletion } from "../chat-completion.ts";
import type { InferenceService } from "../service.ts";
import { SIMILARITIES } from "../similarities.ts";

const REQUESTS = 3000;

export const huggingFace: InferenceService = {
  name: "hugging_face",
  tasks: ["sparse_embedding", "text_embedding", "rerank", "completion"],
  mostInputs: 20,

  read(task, settings) {
    const key = settings.text("api_key", true) ?? "";
    const shown: Record<string, Json> = { url: settings.url("url", true) ?? "" };
    if (task === "text_embedding") {
      shown.similarity = settings.oneOf("similarity", SIMILARITIES) ?? "cosine";
      const dimensions = settings.positiveInteger("dimensions");
      if (dimensions !== undefined) shown.dimensions = dimensions;
    }
    if (task === "completion") shown.model_id = settings.text("model_id") ?? null;
    else {
      const most = settings.positiveInteger("max_input_tokens");
      if (most !== undefined) shown.max_input_tokens = most;
    }
    shown.rate_limit = settings.rateLimit(REQUESTS);
    return { shown, secrets: { api_key: key } };
  },

  readTask(task, settings) {
    if (task !== "rerank") return {};
    const top = settings.positiveInteger("top_n");
    const documents = settings.boolean("return_documents");
    return {
      ...(top === undefined ? {} : { top_n: top }),
      ...(documents === undefined ? {} : { return_documents: documents }),
    };
  },

  async infer(endpoint, asked, http) {
    const { id, taskType, settings, secrets } = endpoint;
    const url = valueText(settings["url"] ?? "");
    const headers = { Authorization: `Bearer ${valueText(secrets["api_key"] ?? "")}` };
    if (taskType === "completion") return chatCompletion(endpoint, asked, { url, headers, http });
    if (taskType === "rerank") {
      const answer = await http({ id, url, headers, body: { texts: [...asked.input], query: asked.query ?? "" } });
      return rankingOf(id, answer, "score", asked);
    }
    const answer = await http({ id, url, headers, body: { inputs: [...asked.input] } });
    if (taskType === "sparse_embedding") return { sparse_embedding: tokensOf(id, answer, asked.input.length) };
    const found = isJsonObject(answer) ? answer["embeddings"] : answer;
    if (!Array.isArray(found)) throw unexpected(id, "embeddings");
    return embeddingsOf(id, found, asked.input.length);
  },
};

/** A list of tokens with their weights for each text. */
function tokensOf(
  id: string,
  answer: Json,
  count: number,
): { is_truncated: boolean; embedding: Record<string, Json> }[] {
  if (!Array.isArray(answer) || answer.length !== count) throw unexpected(id, "a list of tokens for each text");
  return answer.map((tokens) => {
    if (!isJsonObject(tokens)) throw unexpected(id, "tokens");
    const embedding: Record<string, Json> = {};
    for (const [token, weight] of Object.entries(tokens)) {
      if (typeof weight !== "number") throw unexpected(id, "weights");
      put(embedding, token, weight);
    }
    return { is_truncated: false, embedding };
  });
}
