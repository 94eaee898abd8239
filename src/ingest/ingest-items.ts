/** Runs the pipelines of what is written: from items of a request to those that are placed. */
import { illegalArgument, type PortableError, RequestError, toPortableError } from "../compat/errors.ts";
import { isPlainJson, writeJson } from "../compat/json/write-json.ts";
import type { JsonObject } from "../core/json.ts";
import type { MaybeLater } from "../core/maybe-later.ts";
import type { WriteItem } from "../documents/documents.ts";
import type { Ingested, IngestRequest, IndexSettings } from "../documents/write/ingest.ts";
import { spelledSource } from "../documents/write/source-json.ts";
import { deepCopy } from "./document/java-values.ts";
import { IngestDocument } from "./document/ingest-document.ts";
import { ABSENT_VERSION, ANY_VERSION, type DocumentMetadata } from "./document/metadata.ts";
import { AnswerNeeded, Answers, type Infer, type Question } from "./run/answers.ts";
import { type ChosenPipelines, chosenPipelines, ingestOne, type KnownPipelines } from "./run/ingest-one.ts";
import { ProcessorFailure } from "./run/processor-failure.ts";
import type { RunContext } from "./run/run-steps.ts";

/** What items are run by. */
export interface ItemIngest {
  readonly pipelines: KnownPipelines;
  readonly context: RunContext;
  readonly nowMs: () => number;
  /** Undefined: models are not asked. */
  readonly infer: Infer | undefined;
}

/** Documents that wait for models at the same time. */
const MOST_WAITING = 16;

interface Outcome {
  items: (WriteItem | undefined)[];
  readonly dropped: number[];
  readonly failed: { at: number; error: PortableError }[];
  readonly executed: Map<number, readonly string[]>;
  tookMs: number | undefined;
  /** Documents that had pipelines. */
  count: number;
}

/** Items that have no pipelines stay as they are; a request whose items have none costs a look at each. */
export async function ingestItems(
  items: readonly WriteItem[],
  { settingsOf, caller }: IngestRequest,
  host: ItemIngest,
): Promise<Ingested & { readonly count: number }> {
  let outcome: Outcome | undefined;
  const waiting: Promise<void>[] = [];
  let name: string | undefined;
  let settings: IndexSettings | undefined;
  const began = host.context.clock.monotonicMs();
  for (let at = 0; at < items.length; at++) {
    const item = items[at];
    if (!item || item.kind === "delete") continue;
    if (item.index !== name) {
      // Most items stand behind one of the same index.
      name = item.index;
      const found = settingsOf(name);
      settings = found instanceof Promise ? await found : found;
    }
    const chosen = chosenPipelines(item.pipeline, settings);
    if (!chosen || (item.kind === "update" && !insertOf(item))) continue;
    outcome ??= { items: [...items], dropped: [], failed: [], executed: new Map(), tookMs: 0, count: 0 };
    outcome.items[at] = undefined;
    outcome.count++;
    const ran = ingestItem(item, at, { chosen, outcome, host, settingsOf, caller });
    if (ran instanceof Promise) waiting.push(ran);
    if (waiting.length >= MOST_WAITING) await Promise.all(waiting.splice(0));
  }
  await Promise.all(waiting);
  if (!outcome) return { items, dropped: NONE, failed: NONE, executed: undefined, tookMs: undefined, count: 0 };
  outcome.tookMs = host.context.clock.monotonicMs() - began;
  return outcome;
}

const NONE: readonly never[] = [];

interface ItemRun extends Pick<IngestRequest, "settingsOf" | "caller"> {
  readonly chosen: ChosenPipelines;
  readonly outcome: Outcome;
  readonly host: ItemIngest;
}

/** What an update inserts, if its document is not there. */
function insertOf({ update }: WriteItem): JsonObject | undefined {
  return update?.docAsUpsert ? update.doc : update?.upsert;
}

function ingestItem(item: WriteItem, at: number, run: ItemRun, answers?: Answers): MaybeLater<void> {
  const { outcome, chosen, host, settingsOf } = run;
  const executed = item.listPipelines ? [] : undefined;
  if (executed) outcome.executed.set(at, executed);
  const fail = (error: unknown): MaybeLater<void> => {
    if (error instanceof AnswerNeeded) {
      if (host.infer) return askedAgain(item, at, { run, question: error.question, answers });
      error = illegalArgument("inference endpoints are not asked by this simulation");
    }
    outcome.failed.push({ at, error: toPortableError(error instanceof ProcessorFailure ? error.error : error) });
  };
  try {
    const document = documentOf(item, run, answers);
    const { pipelines, context } = host;
    const first = pipelines.get(chosen.first ?? chosen.last ?? "");
    if (first && !answers) first.bytes.ingested += item.source?.length ?? 0;
    const finish = (): void => {
      if (document.dropped) {
        outcome.dropped.push(at);
        return;
      }
      const made = itemOf(item, document);
      outcome.items[at] = made;
      if (first) first.bytes.produced += made.source?.length ?? 0;
    };
    const ran = ingestOne(document, chosen, { pipelines, context, settingsOf, executed });
    if (ran instanceof Promise) return ran.then(finish).catch(fail);
    finish();
  } catch (error) {
    return fail(error);
  }
}

/** Asks what the pipelines of a document need to know, and runs them once more. */
async function askedAgain(
  item: WriteItem,
  at: number,
  {
    run,
    question,
    answers = new Answers(),
  }: { readonly run: ItemRun; readonly question: Question; readonly answers: Answers | undefined },
): Promise<void> {
  const { host, outcome } = run;
  try {
    if (host.infer) await answers.learn(question, host.infer);
    await ingestItem(item, at, run, answers);
  } catch (error) {
    outcome.failed.push({ at, error: toPortableError(error) });
  }
}

function documentOf(item: WriteItem, { host, caller }: ItemRun, answers: Answers | undefined): IngestDocument {
  const { index, id, options } = item;
  const metadata: DocumentMetadata = {
    _index: index,
    _version: options.version ?? (item.kind === "create" ? ABSENT_VERSION : ANY_VERSION),
    _version_type: options.versionType === "force" ? "internal" : (options.versionType ?? "internal"),
  };
  if (id !== undefined) metadata._id = id;
  if (options.routing !== undefined) metadata._routing = options.routing;
  const insert = insertOf(item);
  // Pipelines may run on it more than once.
  const source = insert ? deepCopy(insert) : sourceOf(item.source);
  return new IngestDocument(source, metadata, { timestamp: new Date(host.nowMs()).toISOString(), caller, answers });
}

/** The source with its numbers as they are shown again. */
function sourceOf(bytes: Uint8Array | undefined): JsonObject {
  if (bytes === undefined) throw new RequestError(400, "illegal_argument_exception", "source is missing");
  return spelledSource(bytes);
}

function itemOf(item: WriteItem, { source, metadata }: IngestDocument): WriteItem {
  if (item.kind === "update" && item.update) {
    const { update } = item;
    return { ...item, update: update.docAsUpsert ? { ...update, doc: source } : { ...update, upsert: source } };
  }
  const { _version: version, _version_type: type, _if_seq_no: seqNo, _if_primary_term: term } = metadata;
  const templates = metadata._dynamic_templates as Readonly<Record<string, string>> | undefined;
  const { options } = item;
  const plain = isPlainJson(source);
  // Member by member: each object with names behind a spread has a hidden class of its own.
  return {
    kind: item.kind,
    index: metadata._index ?? item.index,
    id: metadata._id,
    isGenerated: item.isGenerated ?? false,
    source: Buffer.from(plain ? JSON.stringify(source) : writeJson(source)),
    parsed: plain ? source : undefined,
    options: {
      routing: metadata._routing,
      version: version === ANY_VERSION || version === ABSENT_VERSION ? undefined : version,
      versionType: options.versionType === "force" ? "force" : type === "internal" ? undefined : (type as "external"),
      ifSeqNo: seqNo === undefined ? options.ifSeqNo : Number(seqNo),
      ifPrimaryTerm: term === undefined ? options.ifPrimaryTerm : Number(term),
      retryOnConflict: options.retryOnConflict,
    },
    update: item.update,
    sourceFilter: item.sourceFilter,
    dynamicTemplates: templates ? { ...item.dynamicTemplates, ...templates } : item.dynamicTemplates,
    pipeline: item.pipeline,
    requireAlias: item.requireAlias ?? false,
    requireDataStream: item.requireDataStream ?? false,
    listPipelines: item.listPipelines ?? false,
  };
}
