/** Runs a whole pipeline on a document. */
import { RequestError } from "../../compat/errors.ts";
import type { IngestDocument } from "../document/ingest-document.ts";
import { AnswerNeeded } from "./answers.ts";
import { ProcessorFailure } from "./processor-failure.ts";
import { type RunContext, runAfterFailure, runSteps } from "./run-steps.ts";
import type { Pipeline } from "./step.ts";

/** Pipelines that call each other. */
const MOST_NESTED = 100;

/** Throws ProcessorFailure, or RequestError for pipelines that call each other in a circle. */
export function runPipeline(pipeline: Pipeline, document: IngestDocument, context: RunContext): void {
  const { id, counts } = pipeline;
  const { running, ingest } = document;
  if (running.includes(id)) throw illegalState(`Cycle detected for pipeline: ${id}`);
  if (running.length >= MOST_NESTED)
    throw new RequestError(
      500,
      "graph_structure_exception",
      `Too many nested pipelines. Cannot have more than ${MOST_NESTED} nested pipelines`,
    );
  const before = running.at(-1);
  running.push(id);
  ingest["pipeline"] = id;
  const began = context.clock.monotonicMs();
  try {
    runSteps(pipeline.steps, document, context);
  } catch (error) {
    if (error instanceof AnswerNeeded) throw error;
    if (!(error instanceof ProcessorFailure) || pipeline.onFailure.length === 0) {
      counts.failed++;
      throw error;
    }
    runAfterFailure(pipeline.onFailure, error, document, context);
  } finally {
    running.pop();
    if (before === undefined) delete ingest["pipeline"];
    else ingest["pipeline"] = before;
    counts.count++;
    counts.timeMs += context.clock.monotonicMs() - began;
  }
}

export function illegalState(reason: string): RequestError {
  return new RequestError(500, "illegal_state_exception", reason);
}
