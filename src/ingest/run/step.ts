/** A configured processor, and what it counts. */
import type { IngestDocument } from "../document/ingest-document.ts";
import type { Processor } from "../processor.ts";

/** What was done until now. */
export interface Counts {
  count: number;
  failed: number;
  timeMs: number;
}

export function noCounts(): Counts {
  return { count: 0, failed: 0, timeMs: 0 };
}

/** When a processor runs. */
export interface Condition {
  readonly text: string;
  holds(document: IngestDocument): boolean;
}

/** A processor where it stands in a pipeline. */
export interface Step {
  readonly type: string;
  readonly tag: string | undefined;
  readonly description: string | undefined;
  readonly condition: Condition | undefined;
  readonly process: Processor;
  readonly ignoreFailure: boolean;
  readonly onFailure: readonly Step[];
  readonly counts: Counts;
}

/** A pipeline that is ready to run. */
export interface Pipeline {
  readonly id: string;
  readonly steps: readonly Step[];
  readonly onFailure: readonly Step[];
  readonly counts: Counts;
  /** Bytes of documents that came to it as to their first pipeline, and of what became of them. */
  readonly bytes: { ingested: number; produced: number };
}
