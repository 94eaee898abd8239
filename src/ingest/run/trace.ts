/** What each processor did to a document, for those who simulate a pipeline. */
import type { JsonObject } from "../../core/json.ts";
import type { IngestDocument } from "../document/ingest-document.ts";
import { deepCopy } from "../document/java-values.ts";
import type { DocumentMetadata } from "../document/metadata.ts";
import type { Step } from "./step.ts";

/** A document as it was at some time. */
export interface DocumentState {
  readonly source: JsonObject;
  readonly metadata: DocumentMetadata;
  readonly ingest: JsonObject;
}

/** What came of one processor. */
export interface TracedStep {
  readonly step: Step;
  readonly status: "success" | "error" | "error_ignored" | "skipped" | "dropped";
  readonly error?: unknown;
  /** The document behind the processor. */
  readonly state?: DocumentState | undefined;
}

/** Is told what processors do. */
export type Trace = (traced: TracedStep) => void;

export function stateOf({ source, metadata, ingest }: IngestDocument): DocumentState {
  return { source: deepCopy(source), metadata: { ...metadata }, ingest: deepCopy(ingest) };
}
