/** What a processor is: it reads its configuration once, and then changes documents. */
import type { ScriptReader } from "../scripting/script-compiler.ts";
import type { IngestDocument } from "./document/ingest-document.ts";
import type { EnrichTable } from "./enrich/enrich-table.ts";
import type { MaxmindDatabase } from "./geo/maxmind-database.ts";
import type { ProcessorConfig } from "./config/processor-config.ts";
import type { Step } from "./run/step.ts";

/** Changes a document. Throws RequestError, which is the document's error. */
export type Processor = (document: IngestDocument) => void;

/** What processors are made with. */
export interface ProcessorSurroundings {
  readonly scripts: ScriptReader;
  /** The time of the node in milliseconds. */
  readonly nowMs: () => number;
  /** Runs another pipeline on a document; false when there is none of the name. */
  readonly runPipeline: (name: string, document: IngestDocument) => boolean;
  /** Reads the configuration of a processor within another: `{"set": {…}}`. */
  readonly step: (type: string, body: unknown) => Step;
  /** Runs a processor within another. */
  readonly runStep: (step: Step, document: IngestDocument) => void;
  /** A database of addresses by the name of its file; undefined when there is none. Throws 400 for a damaged one. */
  readonly database: (file: string) => MaxmindDatabase | undefined;
  /** What an enrich policy came to. Throws RequestError 400 for one that was not executed. */
  readonly enrichTable: (policy: string) => EnrichTable;
  /** The bytes of a file in the configuration folder; undefined when there is none. */
  readonly readFile: (name: string) => Uint8Array | undefined;
}

/** A documented processor. */
export interface ProcessorKind {
  readonly name: string;
  /** Reads what the configuration says. Throws RequestError 400 for what cannot be. */
  create(config: ProcessorConfig, surroundings: ProcessorSurroundings): Processor;
}
