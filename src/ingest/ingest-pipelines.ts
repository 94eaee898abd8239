/**
 * The pipelines of a node, where documents are parsed: on the indexing thread, or main itself. What goes in and out is
 * plain data.
 */
import type { JsonObject } from "../core/json.ts";
import type { WriteItem } from "../documents/documents.ts";
import type { Ingested, IndexSettings } from "../documents/write/ingest.ts";
import type { EnrichTableData } from "./enrich/enrich-table.ts";

/** Configurations by id. */
export type PipelineDefinitions = Readonly<Record<string, JsonObject>>;

/** A document to be tried, in the form of the simulate API. */
export interface SimulatedDocument {
  /** The source, as JSON text: so numbers keep their spelling. */
  readonly source: string;
  readonly metadata: JsonObject;
}

/** What is to be tried. */
export interface PipelineSimulation {
  /** A pipeline that is known, or the configuration of another. */
  readonly pipeline: string | JsonObject;
  readonly documents: readonly SimulatedDocument[];
  /** Whether each processor is to be shown. */
  readonly verbose: boolean;
  /** Who asks, for processors that say so in documents. */
  readonly caller: JsonObject | undefined;
}

/** Writes that are to be tried, with all the pipelines that they would run through. */
export interface WriteSimulation {
  readonly items: readonly WriteItem[];
  /** Pipelines that stand for those of the same ids, or beside them. */
  readonly substitutions: PipelineDefinitions;
  /** Settings of indices, by the names that items use. */
  readonly settings: Readonly<Record<string, IndexSettings>>;
  readonly caller: JsonObject | undefined;
}

export interface SimulatedWrites {
  readonly ingested: Ingested;
  /** Indices that pipelines sent documents to and whose settings are not known: it is to be tried again with them. */
  readonly missing: readonly string[];
}

/** Counts of a pipeline or a processor. */
export interface IngestCounts {
  readonly count: number;
  readonly failed: number;
  readonly timeMs: number;
}

/** Counts of a pipeline and its processors, in order. */
export interface PipelineStats extends IngestCounts {
  readonly id: string;
  readonly ingestedBytes: number;
  readonly producedBytes: number;
  readonly processors: readonly (IngestCounts & { readonly type: string; readonly name: string })[];
}

export interface IngestStats {
  readonly total: IngestCounts;
  readonly pipelines: readonly PipelineStats[];
  /** The names of all processors. */
  readonly processors: readonly string[];
}

export interface IngestPipelines {
  /** Takes over what the cluster state says, for all writes from now on. */
  applyPipelines(definitions: PipelineDefinitions): Promise<void>;
  /**
   * Takes over what an enrich policy came to; undefined: nothing any more. Throws RequestError 400 for its documents.
   */
  applyEnrichTable(policy: string, data: EnrichTableData | undefined): Promise<void>;
  /** Throws RequestError 400 for a configuration that cannot be. */
  checkPipeline(id: string, definition: JsonObject): Promise<void>;
  /** What comes of documents, as the JSON text of a list. Throws RequestError 400 for a pipeline that cannot be. */
  simulatePipeline(simulation: PipelineSimulation): Promise<string>;
  /** What comes of writes. Throws RequestError 400 for a substitution that cannot be, where one could run. */
  simulateWrites(simulation: WriteSimulation): Promise<SimulatedWrites>;
  ingestStats(): Promise<IngestStats>;
}
