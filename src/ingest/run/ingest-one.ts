/**
 * Runs the pipelines of one document: the one that was asked for or the default one of its index, then the final one;
 * and those of the index that a pipeline sends it to (`IngestService.executePipelines`).
 */
import { illegalArgument, type RequestError } from "../../compat/errors.ts";
import type { MaybeLater } from "../../core/maybe-later.ts";
import type { IndexSettings } from "../../documents/write/ingest.ts";
import type { IngestDocument } from "../document/ingest-document.ts";
import { illegalState, runPipeline } from "./run-pipeline.ts";
import type { RunContext } from "./run-steps.ts";
import type { Pipeline } from "./step.ts";

/** The pipelines that a document is to run through. */
export interface ChosenPipelines {
  readonly first: string | undefined;
  readonly last: string | undefined;
}

/** `asked`: the one that the request names, `_none` for none. Undefined: there are none. */
export function chosenPipelines(
  asked: string | undefined,
  settings: IndexSettings | undefined,
): ChosenPipelines | undefined {
  const first = named(asked ?? settings?.["index.default_pipeline"]);
  const last = named(settings?.["index.final_pipeline"]);
  return first === undefined && last === undefined ? undefined : { first, last };
}

function named(value: string | readonly string[] | undefined): string | undefined {
  return typeof value === "string" && value !== "_none" ? value : undefined;
}

/** Pipelines by id. */
export interface KnownPipelines {
  get(id: string): Pipeline | undefined;
}

/** What the pipelines of a document need. */
export interface IngestOne {
  readonly pipelines: KnownPipelines;
  readonly context: RunContext;
  readonly settingsOf: (index: string) => MaybeLater<IndexSettings | undefined>;
  /** Is told the pipelines that ran. */
  readonly executed?: string[] | undefined;
}

/** Throws what is to be the error of the document. Answers at once unless it comes to an index that is not known. */
export function ingestOne(document: IngestDocument, chosen: ChosenPipelines, one: IngestOne): MaybeLater<void> {
  const visited = [document.metadata._index ?? ""];
  const plan = planOf(chosen, one.pipelines);
  return run(plan, { document, one, visited });
}

interface Planned {
  readonly pipeline: Pipeline;
  readonly isFinal: boolean;
}

interface Run {
  readonly document: IngestDocument;
  readonly one: IngestOne;
  /** The indices of the document, the present one last. */
  readonly visited: string[];
}

function planOf({ first, last }: ChosenPipelines, pipelines: KnownPipelines): Planned[] {
  const plan: Planned[] = [];
  if (first !== undefined) plan.push({ pipeline: known(first, pipelines), isFinal: false });
  if (last !== undefined) plan.push({ pipeline: known(last, pipelines), isFinal: true });
  return plan;
}

function known(id: string, pipelines: KnownPipelines): Pipeline {
  const pipeline = pipelines.get(id);
  if (!pipeline) throw missingPipeline(id);
  return pipeline;
}

export function missingPipeline(id: string): RequestError {
  return illegalArgument(`pipeline with id [${id}] does not exist`);
}

function run(plan: readonly Planned[], { document, one, visited }: Run): MaybeLater<void> {
  for (const { pipeline, isFinal } of plan) {
    one.executed?.push(pipeline.id);
    document.rerouted = false;
    runPipeline(pipeline, document, one.context);
    if (document.dropped) return;
    const before = visited.at(-1) ?? "";
    const index = document.metadata._index ?? "";
    if (index === before) continue;
    checkTarget({ document, one, visited }, pipeline.id, isFinal);
    visited.push(index);
    const { rerouted } = document;
    const settings = one.settingsOf(index);
    const goOn = (found: IndexSettings | undefined): MaybeLater<void> => {
      // As ever, only a document that is rerouted meets the default pipeline of its new index.
      const chosen = chosenPipelines(rerouted ? undefined : "_none", found);
      return chosen && run(planOf(chosen, one.pipelines), { document, one, visited });
    };
    return settings instanceof Promise ? settings.then(goOn) : goOn(settings);
  }
}

function checkTarget({ document, visited }: Run, pipeline: string, isFinal: boolean): void {
  const { _index: index = "", _id: id } = document.metadata;
  if (isFinal)
    throw illegalState(
      `final pipeline [${pipeline}] can't change the target index (from [${visited.at(-1)}] to [${index}]) for document [${id ?? null}]`,
    );
  if (visited.includes(index))
    throw illegalState(
      `index cycle detected while processing pipeline [${pipeline}] for document [${id ?? null}]: [${[...visited, index].join(", ")}]`,
    );
}
