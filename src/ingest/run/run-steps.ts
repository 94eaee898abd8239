/** Runs processors one after another: their conditions, and what comes after failures (`CompoundProcessor`). */
import type { MonotonicClock } from "../../core/clock.ts";
import type { IngestDocument } from "../document/ingest-document.ts";
import { AnswerNeeded } from "./answers.ts";
import { failureOf, forgetFailure, type ProcessorFailure, tellFailure } from "./processor-failure.ts";
import type { Step } from "./step.ts";
import { stateOf, type Trace } from "./trace.ts";

/** What runs are measured by, and who is told of each step. */
export interface RunContext {
  readonly clock: MonotonicClock;
  readonly trace?: Trace | undefined;
}

/** Runs them until the document is dropped or sent elsewhere. Throws ProcessorFailure. */
export function runSteps(steps: readonly Step[], document: IngestDocument, context: RunContext): void {
  for (const step of steps) {
    if (document.dropped || document.rerouted) return;
    runStep(step, document, context);
  }
}

/** Runs a processor if its condition holds, or what it says for its failures. Throws ProcessorFailure. */
export function runStep(step: Step, document: IngestDocument, context: RunContext): void {
  const { clock, trace } = context;
  const { condition, counts } = step;
  if (condition && !conditionHolds(step, document, context)) {
    trace?.({ step, status: "skipped" });
    return;
  }
  const began = clock.monotonicMs();
  try {
    // A pipeline tells of its own processors, which come behind it.
    if (trace && step.type === "pipeline") trace({ step, status: "success" });
    step.process(document);
    if (trace && step.type !== "pipeline")
      trace(document.dropped ? { step, status: "dropped" } : { step, status: "success", state: stateOf(document) });
  } catch (error) {
    if (error instanceof AnswerNeeded) throw error;
    counts.failed++;
    const failure = failureOf(error, step, document);
    if (step.ignoreFailure) {
      trace?.({ step, status: "error_ignored", error: failure.error, state: stateOf(document) });
      return;
    }
    if (step.type !== "pipeline" || failure.step === step) trace?.({ step, status: "error", error: failure.error });
    if (step.onFailure.length === 0) throw failure;
    runAfterFailure(step.onFailure, failure, document, context);
  } finally {
    counts.count++;
    counts.timeMs += clock.monotonicMs() - began;
  }
}

/** Runs what is to come after a failure, which these processors are told. */
export function runAfterFailure(
  steps: readonly Step[],
  failure: ProcessorFailure,
  document: IngestDocument,
  context: RunContext,
): void {
  tellFailure(document, failure);
  try {
    runSteps(steps, document, context);
  } finally {
    forgetFailure(document);
  }
}

/** A condition that fails is a failure of the pipeline: what the processor says for its own does not hold for it. */
function conditionHolds(step: Step, document: IngestDocument, { trace }: RunContext): boolean {
  try {
    return step.condition?.holds(document) ?? true;
  } catch (error) {
    trace?.({ step, status: "error", error });
    throw failureOf(error, step, document);
  }
}
