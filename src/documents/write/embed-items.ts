/**
 * The place of models: between the placement of items and their acceptance, texts are embedded, and what came of them
 * goes with the document (`_inference_fields`). What is replayed, copied or merged asks nobody any more.
 */
import { fromPortableError, illegalArgument, RequestError } from "../../compat/errors.ts";
import { writeJson } from "../../compat/json/write-json.ts";
import type { Json, JsonObject } from "../../core/json.ts";
import { ownOf, put } from "../../core/names.ts";
import { INFERENCE_FIELDS, inferenceFieldsText, withInferenceFields } from "../../mapping/semantic/inference-fields.ts";
import type { SemanticTexts } from "../../mapping/semantic/semantic-texts.ts";
import type { DocumentsEvents, EmbeddedInput, Embeddings, WriteItem, WriteResult } from "../documents.ts";
import type { ShardShare } from "./place-items.ts";
import { spelledSource } from "./source-json.ts";
import { textValues } from "./text-values.ts";
import { failedItem } from "./write-results.ts";

/** Texts that go to an endpoint with one call. */
const MOST_TEXTS = 512;

/** A text of a document, and where what becomes of it goes. */
interface Wanted {
  readonly field: SemanticTexts;
  readonly source: string;
  readonly text: string;
  /** Where the text begins among the values of its source, which are joined by one character. */
  readonly offset: number;
  answer: EmbeddedInput | { readonly error: unknown } | undefined;
  model: JsonObject | undefined;
}

/** One document of an item: what is written, or what an update changes or inserts. */
interface Part {
  readonly document: JsonObject;
  readonly wanted: Wanted[];
  /** Sources that an update empties, by field. */
  readonly emptied: { readonly field: SemanticTexts; readonly source: string }[];
}

/** An item with texts. */
interface Task {
  readonly share: ShardShare;
  readonly item: WriteItem;
  readonly parts: readonly Part[];
}

type Embed = DocumentsEvents["embed"];

/** Replaces items by those with embeddings; what cannot be embedded is answered in `results` and leaves its share. */
export async function embedItems(shares: readonly ShardShare[], results: WriteResult[], embed: Embed): Promise<void> {
  const tasks: Task[] = [];
  const failed = new Map<WriteItem, unknown>();
  for (const share of shares) {
    const fields = share.entry.state.parser.semanticTexts;
    if (fields.length === 0) continue;
    for (const item of share.items) {
      try {
        const parts = partsOf(item, fields);
        if (parts.some(({ wanted, emptied }) => wanted.length + emptied.length > 0)) tasks.push({ share, item, parts });
      } catch (error) {
        failed.set(item, error);
      }
    }
  }
  if (tasks.length === 0 && failed.size === 0) return;
  await askAll(
    tasks.flatMap(({ parts }) => parts.flatMap(({ wanted }) => wanted)),
    embed,
  );
  for (const { share, item, parts } of tasks) {
    try {
      share.items[share.items.indexOf(item)] = embedded(item, parts.map(documentOf));
    } catch (error) {
      failed.set(item, error);
    }
  }
  for (const share of shares) leave(share, failed, results);
}

/** Takes what failed out of a share, and answers it. */
function leave(share: ShardShare, failed: ReadonlyMap<WriteItem, unknown>, results: WriteResult[]): void {
  for (let at = share.items.length - 1; at >= 0; at--) {
    const item = share.items[at]!;
    if (!failed.has(item)) continue;
    results[share.places[at]!] = failedItem(share.entry.state.metadata.name, item.id, failed.get(item));
    share.items.splice(at, 1);
    share.places.splice(at, 1);
  }
}

function partsOf(item: WriteItem, fields: readonly SemanticTexts[]): readonly Part[] {
  if (item.kind === "delete") return [];
  if (item.kind !== "update") {
    const { source } = item;
    return source ? [partOf(spelledSource(source), fields, false, inferenceFieldsText(source) !== undefined)] : [];
  }
  const { doc, upsert, script } = item.update ?? {};
  if (script)
    throw new RequestError(
      400,
      "status_exception",
      "Cannot apply update with a script on indices that contain [semantic_text] field(s)",
    );
  return [doc, upsert].map((document) => partOf(document ?? {}, fields, true, true));
}

/** `mayHave`: some embeddings may be there already, which are taken as they are. */
function partOf(document: JsonObject, fields: readonly SemanticTexts[], isUpdate: boolean, mayHave: boolean): Part {
  const part: Part = { document, wanted: [], emptied: [] };
  const given = mayHave ? ((ownOf(document, INFERENCE_FIELDS) ?? {}) as JsonObject) : {};
  for (const field of fields) {
    if (ownOf(given, field.path) !== undefined) continue;
    for (const source of field.sources) {
      const values = textValues(field.path, source, document);
      if (values === undefined) continue;
      // An update that says so removes what was made of the text before.
      if (isUpdate && (values === null || values.every(isBlank))) part.emptied.push({ field, source });
      let offset = 0;
      for (const text of values ?? []) {
        if (!isBlank(text)) part.wanted.push({ field, source, text, offset, answer: undefined, model: undefined });
        offset += text.length + 1;
      }
    }
  }
  return part;
}

const isBlank = (text: string): boolean => text.trim() === "";

/** Asks each endpoint, with as few calls as may be. */
async function askAll(wanted: readonly Wanted[], embed: Embed): Promise<void> {
  const groups = new Map<string, Wanted[]>();
  for (const one of wanted) {
    const key = JSON.stringify([one.field.endpoint, one.field.chunking ?? null]);
    const group = groups.get(key);
    if (group) group.push(one);
    else groups.set(key, [one]);
  }
  await Promise.all([...groups.values()].map((group) => ask(group, embed)));
}

async function ask(group: readonly Wanted[], embed: Embed): Promise<void> {
  for (let from = 0; from < group.length; from += MOST_TEXTS) {
    const batch = group.slice(from, from + MOST_TEXTS);
    const [{ field }] = batch as [Wanted];
    let found: Embeddings | undefined;
    let failure: unknown;
    try {
      found = await embed(
        field.endpoint,
        batch.map(({ text }) => text),
        field.chunking,
      );
    } catch (error) {
      failure = error;
    }
    for (const [at, one] of batch.entries()) {
      one.model = found?.model;
      one.answer = found ? found.inputs[at] : { error: failure };
    }
  }
}

/** The embeddings of a document by field; undefined: it has none. Throws why a text has none. */
function documentOf({ wanted, emptied }: Part): JsonObject | undefined {
  const fields: JsonObject = {};
  const chunksOf = ({ path, endpoint, chunking }: SemanticTexts, model?: JsonObject): JsonObject => {
    const known = ownOf(fields, path) as { inference: { chunks: JsonObject } } | undefined;
    if (known) return known.inference.chunks;
    const inference: JsonObject = { inference_id: endpoint };
    if (model) inference["model_settings"] = model;
    if (chunking) inference["chunking_settings"] = chunking;
    const chunks: JsonObject = {};
    inference["chunks"] = chunks;
    put(fields, path, { inference });
    return chunks;
  };
  for (const { field, source, offset, answer, model } of wanted) {
    if (!answer || "error" in answer) throw notEmbedded(field, answer?.error);
    const chunks = chunksOf(field, model);
    const list = (ownOf(chunks, source) ?? []) as Json[];
    for (const { start, end, embeddings } of answer.chunks)
      list.push({ start_offset: start + offset, end_offset: end + offset, embeddings });
    put(chunks, source, list);
  }
  for (const { field, source } of emptied) put(chunksOf(field), source, []);
  return Object.keys(fields).length === 0 ? undefined : fields;
}

function notEmbedded({ endpoint, path }: SemanticTexts, failure: unknown): RequestError {
  const cause = causeOf(failure);
  if (cause.type === "resource_not_found_exception")
    return new RequestError(404, cause.type, `Inference id [${endpoint}] not found for field [${path}]`);
  const reason = `Exception when running inference id [${endpoint}] on field [${path}]`;
  return new RequestError(cause.status, "inference_exception", reason, { cause });
}

function causeOf(failure: unknown): RequestError {
  if (failure instanceof RequestError) return failure;
  if (typeof failure === "object" && failure !== null && "status" in failure)
    return fromPortableError(failure as never);
  return illegalArgument(failure instanceof Error ? failure.message : "the endpoint did not answer");
}

/** The item with the embeddings of its documents. */
function embedded(item: WriteItem, fields: readonly (JsonObject | undefined)[]): WriteItem {
  const [first, second] = fields;
  if (item.kind === "update") {
    const { update } = item;
    if (!update) return item;
    return {
      ...item,
      update: { ...update, doc: extended(update.doc, first), upsert: extended(update.upsert, second) },
    };
  }
  if (!first || !item.source) return item;
  const given = (ownOf(spelledSource(item.source), INFERENCE_FIELDS) ?? {}) as JsonObject;
  const source = withInferenceFields(item.source, writeJson({ ...given, ...first }));
  return { ...item, source, parsed: undefined };
}

function extended(document: JsonObject | undefined, fields: JsonObject | undefined): JsonObject | undefined {
  if (!document || !fields) return document;
  return {
    ...document,
    [INFERENCE_FIELDS]: { ...(ownOf(document, INFERENCE_FIELDS) as JsonObject | undefined), ...fields },
  };
}
