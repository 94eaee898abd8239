/** Pipelines where documents are parsed: what writes run through, and what operations ask of them. */
import type { Clock, MonotonicClock } from "../core/clock.ts";
import type { Json, JsonObject } from "../core/json.ts";
import { ownOf } from "../core/names.ts";
import type { WriteItem } from "../documents/documents.ts";
import type { Ingested, IngestRequest, IndexSettings } from "../documents/write/ingest.ts";
import { illegalArgument } from "../compat/errors.ts";
import type { ScriptReader } from "../scripting/script-compiler.ts";
import { compilePipeline, compileStep, type PipelineCompiler } from "./compile-pipeline.ts";
import type { EnrichTableData } from "./enrich/enrich-table.ts";
import { EnrichTables } from "./enrich/enrich-tables.ts";
import { AddressDatabases } from "./geo/databases.ts";
import { ingestItems } from "./ingest-items.ts";
import type {
  IngestPipelines,
  IngestStats,
  PipelineDefinitions,
  PipelineSimulation,
  SimulatedWrites,
  WriteSimulation,
} from "./ingest-pipelines.ts";
import { PipelineSet } from "./pipeline-set.ts";
import { processors } from "./processors.ts";
import { AnswerNeeded, Answers, type Infer, type Question } from "./run/answers.ts";
import { chosenPipelines } from "./run/ingest-one.ts";
import { runPipeline } from "./run/run-pipeline.ts";
import { type RunContext, runStep } from "./run/run-steps.ts";
import type { Counts, Pipeline, Step } from "./run/step.ts";
import { simulated } from "./simulate.ts";

/** What pipelines need of the node. */
export interface IngestHost {
  readonly clock: Clock & MonotonicClock;
  readonly scripts: ScriptReader;
  /** A file of the configuration folder; undefined when there is none. */
  readonly readFile: (name: string) => Uint8Array | undefined;
  /** Asks an inference endpoint. */
  readonly infer: Infer;
}

const NO_PIPELINES: ReadonlyMap<string, Pipeline> = new Map();
const SIMULATED = "_simulate_pipeline";
const KINDS = new Map(processors.map((kind) => [kind.name, kind]));

export class IngestService implements IngestPipelines {
  readonly #host: IngestHost;
  readonly #pipelines: PipelineSet;
  /** Of the run that goes on: nothing else runs meanwhile. */
  #context: RunContext;
  /** Stand for others in the run that goes on. */
  #substitutes: ReadonlyMap<string, Pipeline> = NO_PIPELINES;
  readonly #databases: AddressDatabases;
  readonly #enrich: EnrichTables;
  readonly #total: Counts = { count: 0, failed: 0, timeMs: 0 };

  constructor(host: IngestHost) {
    this.#host = host;
    this.#enrich = new EnrichTables(() => host.clock.now());
    this.#databases = new AddressDatabases(host.readFile);
    this.#context = { clock: host.clock };
    this.#pipelines = new PipelineSet(this.#compiler());
  }

  /** See `Ingest`. */
  async ingest(items: readonly WriteItem[], request: IngestRequest): Promise<Ingested> {
    const { clock } = this.#host;
    const ingested = await ingestItems(items, request, {
      pipelines: this.#pipelines,
      context: this.#context,
      nowMs: () => clock.now(),
      infer: this.#host.infer,
    });
    if (ingested.tookMs !== undefined) {
      this.#total.count += ingested.count;
      this.#total.failed += ingested.failed.length;
      this.#total.timeMs += ingested.tookMs;
    }
    return ingested;
  }

  async applyPipelines(definitions: PipelineDefinitions): Promise<void> {
    this.#pipelines.apply(definitions);
  }

  async applyEnrichTable(policy: string, data: EnrichTableData | undefined): Promise<void> {
    this.#enrich.put(policy, data);
  }

  async checkPipeline(id: string, definition: JsonObject): Promise<void> {
    compilePipeline(id, definition, this.#compiler());
  }

  async simulatePipeline(simulation: PipelineSimulation): Promise<string> {
    const { pipeline } = simulation;
    const chosen =
      typeof pipeline === "string" ? this.#known(pipeline) : compilePipeline(SIMULATED, pipeline, this.#compiler());
    const answers = new Answers();
    for (;;) {
      const before = this.#context;
      let question: Question;
      try {
        return simulated(chosen, simulation, {
          context: (trace) => (this.#context = { clock: this.#host.clock, trace }),
          nowMs: this.#host.clock.now(),
          answers,
        });
      } catch (error) {
        if (!(error instanceof AnswerNeeded)) throw error;
        ({ question } = error);
      } finally {
        this.#context = before;
      }
      await answers.learn(question, this.#host.infer);
    }
  }

  async simulateWrites({ items, substitutions, settings, caller }: WriteSimulation): Promise<SimulatedWrites> {
    const { clock } = this.#host;
    const missing = new Set<string>();
    const settingsOf = (name: string): IndexSettings | undefined => {
      const known = ownOf(settings, name);
      if (!known) missing.add(name);
      return known;
    };
    const runs = items.some(({ index, pipeline }) => chosenPipelines(pipeline, ownOf(settings, index)));
    const pipelines = { get: (id: string) => this.#pipeline(id) };
    this.#substitutes = runs ? this.#compileAll(substitutions) : NO_PIPELINES;
    // It runs to its end at once, as settings that are not here are not waited for.
    const running = ingestItems(
      items,
      { settingsOf, caller },
      { pipelines, context: this.#context, nowMs: () => clock.now(), infer: undefined },
    );
    this.#substitutes = NO_PIPELINES;
    return { ingested: await running, missing: [...missing] };
  }

  async ingestStats(): Promise<IngestStats> {
    return {
      total: { ...this.#total },
      processors: [...KINDS.keys()],
      pipelines: this.#pipelines.ids.flatMap((id) => {
        const pipeline = this.#pipelines.get(id);
        if (!pipeline) return [];
        const { counts, bytes, steps } = pipeline;
        return {
          id,
          ...counts,
          ingestedBytes: bytes.ingested,
          producedBytes: bytes.produced,
          processors: steps.map(({ type, tag, counts: own }) => ({
            type,
            name: tag === undefined ? type : `${type}:${tag}`,
            ...own,
          })),
        };
      }),
    };
  }

  #compileAll(definitions: PipelineDefinitions): ReadonlyMap<string, Pipeline> {
    const compiler = this.#compiler();
    return new Map(Object.entries(definitions).map(([id, each]) => [id, compilePipeline(id, each, compiler)]));
  }

  /** The pipeline of an id in the run that goes on. */
  #pipeline(id: string): Pipeline | undefined {
    return this.#substitutes.get(id) ?? this.#pipelines.get(id);
  }

  #known(id: string): Pipeline {
    const pipeline = this.#pipelines.get(id);
    if (!pipeline) throw illegalArgument(`pipeline [${id}] does not exist`);
    return pipeline;
  }

  #compiler(): PipelineCompiler {
    const { clock, scripts, readFile } = this.#host;
    const compiler: PipelineCompiler = {
      kinds: KINDS,
      surroundings: {
        scripts,
        nowMs: () => clock.now(),
        readFile,
        enrichTable: (policy) => this.#enrich.get(policy),
        database: (file) => this.#databases.open(file),
        runPipeline: (name, document) => {
          const pipeline = this.#pipeline(name);
          if (pipeline) runPipeline(pipeline, document, this.#context);
          return pipeline !== undefined;
        },
        step: (type: string, body: unknown): Step => compileStep(type, body as Json, compiler),
        runStep: (step, document) => runStep(step, document, { clock }),
      },
    };
    return compiler;
  }
}
