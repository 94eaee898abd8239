/**
 * `test_service`: answers by itself, the same each time, for tests: texts with the same words are near each other. It
 * is there only where the server was told so.
 */
import type { Json } from "../core/json.ts";
import { put } from "../core/names.ts";
import { rankingOf } from "./embeddings.ts";
import type { InferenceService } from "./service.ts";
import { SIMILARITIES } from "./similarities.ts";

const DIMENSIONS = 32;
const REQUESTS = 100_000;

export const testService: InferenceService = {
  name: "test_service",
  tasks: ["sparse_embedding", "text_embedding", "rerank", "completion"],
  mostInputs: 16,

  read(task, settings) {
    const key = settings.text("api_key", true) ?? "";
    const shown: Record<string, Json> = { model: settings.text("model", true) ?? "" };
    if (task === "text_embedding") {
      shown.similarity = settings.oneOf("similarity", SIMILARITIES) ?? "cosine";
      shown.dimensions = settings.positiveInteger("dimensions") ?? DIMENSIONS;
    }
    shown.rate_limit = settings.rateLimit(REQUESTS);
    return { shown, secrets: { api_key: key } };
  },

  readTask: () => ({}),

  infer({ id, taskType, settings }, asked) {
    const words = asked.input.map(wordsOf);
    switch (taskType) {
      case "text_embedding": {
        const dimensions = Number(settings["dimensions"]);
        return Promise.resolve({ text_embedding: words.map((own) => ({ embedding: vectorOf(own, dimensions) })) });
      }
      case "sparse_embedding":
        return Promise.resolve({
          sparse_embedding: words.map((own) => ({ is_truncated: false, embedding: weightsOf(own) })),
        });
      case "rerank": {
        const wanted = new Set(wordsOf(asked.query ?? ""));
        const scores = words.map((own, index) => ({
          index,
          score: own.filter((word) => wanted.has(word)).length / Math.max(1, own.length),
        }));
        return Promise.resolve(rankingOf(id, scores, "score", asked));
      }
      default:
        return Promise.resolve({ completion: asked.input.map((text) => ({ result: text.toUpperCase() })) });
    }
  },
};

function wordsOf(text: string): string[] {
  return text.toLowerCase().split(" ").filter(Boolean);
}

/** Each word is one of the dimensions. */
function vectorOf(words: readonly string[], dimensions: number): number[] {
  const vector = Array.from({ length: dimensions }, () => 0);
  for (const word of words) vector[hashOf(word) % dimensions]! += 1;
  // No text is the null vector, which has no direction.
  if (words.length === 0) vector[0] = 1;
  return vector;
}

function weightsOf(words: readonly string[]): Record<string, Json> {
  const weights: Record<string, Json> = {};
  for (const word of words) put(weights, word, 1 + (hashOf(word) % 8) / 8);
  return weights;
}

function hashOf(word: string): number {
  let hash = 7;
  for (let at = 0; at < word.length; at++) hash = (Math.imul(hash, 31) + word.charCodeAt(at)) >>> 0;
  return hash;
}
