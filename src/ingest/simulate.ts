/** Tries a pipeline on documents that are not written, and shows what came of them (`SimulatePipelineResponse`). */
import { errorResponse } from "../compat/errors.ts";
import { parseLossless } from "../compat/json/lossless-json.ts";
import { writeJson } from "../compat/json/write-json.ts";
import type { Json, JsonObject } from "../core/json.ts";
import { put } from "../core/names.ts";
import { IngestDocument } from "./document/ingest-document.ts";
import { javaText } from "./document/java-values.ts";
import type { PipelineSimulation } from "./ingest-pipelines.ts";
import { AnswerNeeded, type Answers } from "./run/answers.ts";
import { ProcessorFailure } from "./run/processor-failure.ts";
import { runPipeline } from "./run/run-pipeline.ts";
import type { RunContext } from "./run/run-steps.ts";
import type { Pipeline } from "./run/step.ts";
import { type DocumentState, stateOf, type TracedStep } from "./run/trace.ts";

/**
 * The list of results, as JSON text; throws AnswerNeeded where a model is to be asked first. `context`: how a run is
 * told to a trace.
 */
export function simulated(
  pipeline: Pipeline,
  { documents, verbose, caller }: PipelineSimulation,
  {
    context,
    nowMs,
    answers,
  }: {
    readonly context: (trace: RunContext["trace"]) => RunContext;
    readonly nowMs: number;
    readonly answers: Answers;
  },
): string {
  const timestamp = new Date(nowMs).toISOString();
  const shown = documents.map(({ source, metadata }) => {
    const document = new IngestDocument(
      parseLossless(source) as JsonObject,
      { ...metadata },
      {
        timestamp,
        caller,
        answers,
      },
    );
    return verbose ? verboseResult(pipeline, document, context) : result(pipeline, document, context(undefined));
  });
  return writeJson(shown);
}

function result(pipeline: Pipeline, document: IngestDocument, context: RunContext): JsonObject | null {
  try {
    runPipeline(pipeline, document, context);
  } catch (error) {
    if (error instanceof AnswerNeeded) throw error;
    return shownError(error);
  }
  return document.dropped ? null : { doc: shownDocument(stateOf(document)) };
}

function verboseResult(
  pipeline: Pipeline,
  document: IngestDocument,
  context: (trace: RunContext["trace"]) => RunContext,
): JsonObject {
  const results: JsonObject[] = [];
  try {
    runPipeline(
      pipeline,
      document,
      context((traced) => results.push(shownStep(traced))),
    );
  } catch (error) {
    // The processors have told of their failures.
    if (!(error instanceof ProcessorFailure)) throw error;
  }
  return { processor_results: results };
}

function shownStep({ step, status, error, state }: TracedStep): JsonObject {
  const { type, tag, description, condition } = step;
  return {
    processor_type: type,
    status,
    ...(description === undefined ? {} : { description }),
    ...(tag === undefined ? {} : { tag }),
    ...(condition ? { if: { condition: condition.text, result: status !== "skipped" } } : {}),
    ...(status === "error_ignored" ? { ignored_error: shownError(error) } : {}),
    ...(status === "error" ? shownError(error) : {}),
    ...(state ? { doc: shownDocument(state) } : {}),
  };
}

function shownError(error: unknown): JsonObject {
  const { error: shown } = errorResponse(error instanceof ProcessorFailure ? error.error : error);
  return { error: shown as unknown as Json };
}

/** Metadata is shown as text, where there is any. */
function shownDocument({ source, metadata, ingest }: DocumentState): JsonObject {
  const shown: JsonObject = {};
  for (const [name, value] of Object.entries(metadata as JsonObject))
    put(shown, name, typeof value === "object" ? value : javaText(value));
  return { ...shown, _source: source, _ingest: ingest };
}
