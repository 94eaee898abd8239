/** Embeddings of the texts of documents: chunks of texts go to an endpoint, as many at once as its service takes. */
import { type PortableError, toPortableError } from "../compat/errors.ts";
import { isJsonObject, type Json, type JsonObject } from "../core/json.ts";
import { type ChunkRange, chunkText } from "./chunking/chunk-text.ts";
import { type Endpoint, type InferenceResult, statusError } from "./endpoint.ts";

/** What a model made of texts. Plain data. */
export interface EmbeddedTexts {
  /** In the form of `model_settings`. */
  readonly model: JsonObject;
  /** One for each text. */
  readonly inputs: readonly (
    | { readonly chunks: readonly (ChunkRange & { readonly embeddings: Json })[] }
    | { readonly error: PortableError }
  )[];
}

/** How an endpoint is asked. */
export interface Asking {
  readonly chunking: JsonObject | undefined;
  readonly mostInputs: number;
  readonly ask: (texts: readonly string[]) => Promise<InferenceResult>;
}

/** Requests at the same time. */
const MOST_REQUESTS = 4;
/** Characters of a request, unless one chunk has more. */
const MOST_CHARACTERS = 500_000;

/** Throws RequestError 400 for an endpoint that embeds nothing. */
export async function embedTexts(
  endpoint: Endpoint,
  inputs: readonly string[],
  { chunking, mostInputs, ask }: Asking,
): Promise<EmbeddedTexts> {
  const { id, taskType } = endpoint;
  if (taskType !== "text_embedding" && taskType !== "sparse_embedding")
    throw statusError(
      400,
      `Wrong [task_type], expected text_embedding or sparse_embedding, got ${taskType} of inference endpoint [${id}]`,
    );
  const pieces: Piece[] = [];
  for (const [at, text] of inputs.entries()) {
    for (const range of chunkText(text, chunking ?? { strategy: "none" }))
      pieces.push({ input: at, ...range, text: text.slice(range.start, range.end), embeddings: null });
    // Other requests have their turn between long texts.
    if (text.length > LONG_TEXT) await new Promise(setImmediate);
  }
  const errors = new Map<number, PortableError>();
  const batches = batchesOf(pieces, mostInputs);
  for (let from = 0; from < batches.length; from += MOST_REQUESTS)
    await Promise.all(batches.slice(from, from + MOST_REQUESTS).map((batch) => askBatch(batch, ask, errors)));
  const found = inputs.map((): (ChunkRange & { readonly embeddings: Json })[] => []);
  for (const { input, start, end, embeddings } of pieces) found[input]!.push({ start, end, embeddings });
  return {
    model: modelOf(endpoint),
    inputs: found.map((chunks, at) => {
      const error = errors.get(at);
      return error ? { error } : { chunks };
    }),
  };
}

const LONG_TEXT = 20_000;

interface Piece extends ChunkRange {
  readonly input: number;
  readonly text: string;
  embeddings: Json;
}

function batchesOf(pieces: readonly Piece[], most: number): readonly Piece[][] {
  const batches: Piece[][] = [];
  let characters = Number.POSITIVE_INFINITY;
  for (const piece of pieces) {
    const last = batches.at(-1);
    characters += piece.text.length;
    if (last && last.length < most && characters <= MOST_CHARACTERS) last.push(piece);
    else {
      batches.push([piece]);
      characters = piece.text.length;
    }
  }
  return batches;
}

/** What fails, fails for all texts of the request. */
async function askBatch(
  batch: readonly Piece[],
  ask: Asking["ask"],
  errors: Map<number, PortableError>,
): Promise<void> {
  try {
    const [list = []] = Object.values(await ask(batch.map(({ text }) => text)));
    for (const [at, piece] of batch.entries()) piece.embeddings = shortened(list[at]?.["embedding"] ?? null);
  } catch (error) {
    for (const { input } of batch) errors.set(input, toPortableError(error));
  }
}

/** Numbers as what is left of them in float32, with as few digits. */
function shortened(embedding: Json): Json {
  if (Array.isArray(embedding)) return embedding.map(shortNumber);
  if (!isJsonObject(embedding)) return embedding;
  return Object.fromEntries(Object.entries(embedding).map(([token, weight]) => [token, shortNumber(weight)]));
}

function shortNumber(value: Json): Json {
  return typeof value === "number" ? Number(value.toPrecision(9)) : value;
}

function modelOf({ service, taskType, serviceSettings }: Endpoint): JsonObject {
  const model: JsonObject = { service, task_type: taskType };
  if (taskType !== "text_embedding") return model;
  const { dimensions = null, similarity } = serviceSettings;
  return { ...model, dimensions, similarity: similarity ?? "cosine", element_type: "float" };
}
