/** A failure of a processor, with the processor where it came up (`IngestProcessorException`). */
import { RequestError } from "../../compat/errors.ts";
import type { IngestDocument } from "../document/ingest-document.ts";
import type { Step } from "./step.ts";

export class ProcessorFailure extends Error {
  /** What the processor threw: the error of the document. */
  readonly error: unknown;
  readonly step: Pick<Step, "type" | "tag">;
  /** The pipeline of the processor, where that was called by another. */
  readonly pipeline: string | undefined;

  constructor(error: unknown, step: Pick<Step, "type" | "tag">, pipeline: string | undefined) {
    super("a processor failed");
    this.error = error;
    this.step = step;
    this.pipeline = pipeline;
  }
}

/** A failure as it is, or of this processor when it came up in it. */
export function failureOf(error: unknown, step: Step, document: IngestDocument): ProcessorFailure {
  if (error instanceof ProcessorFailure) return error;
  const { running } = document;
  return new ProcessorFailure(error, step, running.length > 1 ? running.at(-1) : undefined);
}

const FIELDS = ["on_failure_message", "on_failure_processor_type", "on_failure_processor_tag", "on_failure_pipeline"];

/** Says under `_ingest` what failed, for the processors that come then. */
export function tellFailure({ ingest }: IngestDocument, { error, step, pipeline }: ProcessorFailure): void {
  ingest["on_failure_message"] = messageOf(error);
  ingest["on_failure_processor_type"] = step.type;
  ingest["on_failure_processor_tag"] = step.tag ?? null;
  if (pipeline !== undefined) ingest["on_failure_pipeline"] = pipeline;
}

export function forgetFailure({ ingest }: IngestDocument): void {
  for (const field of FIELDS) delete ingest[field];
}

/** The message of the innermost cause. */
function messageOf(error: unknown): string {
  let inner = error;
  while (inner instanceof RequestError && inner.cause) inner = inner.cause;
  return inner instanceof Error ? inner.message : String(inner);
}
