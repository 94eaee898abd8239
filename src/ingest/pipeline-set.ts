/** The pipelines of the cluster state: compiled when they first run, and kept until their configuration changes. */
import { isDeepStrictEqual } from "node:util";
import { RequestError } from "../compat/errors.ts";
import type { JsonObject } from "../core/json.ts";
import { ownOf } from "../core/names.ts";
import { compilePipeline, type PipelineCompiler } from "./compile-pipeline.ts";
import type { PipelineDefinitions } from "./ingest-pipelines.ts";
import { illegalState } from "./run/run-pipeline.ts";
import { noCounts, type Pipeline, type Step } from "./run/step.ts";

export class PipelineSet {
  readonly #compiler: PipelineCompiler;
  #definitions: PipelineDefinitions = {};
  readonly #compiled = new Map<string, Pipeline>();

  constructor(compiler: PipelineCompiler) {
    this.#compiler = compiler;
  }

  get ids(): string[] {
    return Object.keys(this.#definitions);
  }

  apply(definitions: PipelineDefinitions): void {
    const before = this.#definitions;
    this.#definitions = definitions;
    for (const [id, pipeline] of this.#compiled) {
      const definition = ownOf(definitions, id);
      if (definition === undefined) this.#compiled.delete(id);
      else if (!isDeepStrictEqual(definition, ownOf(before, id))) {
        const next = this.#compile(id, definition);
        keepCounts(pipeline, next);
        this.#compiled.set(id, next);
      }
    }
  }

  get(id: string): Pipeline | undefined {
    const known = this.#compiled.get(id);
    if (known) return known;
    const definition = ownOf(this.#definitions, id);
    if (definition === undefined) return undefined;
    const pipeline = this.#compile(id, definition);
    this.#compiled.set(id, pipeline);
    return pipeline;
  }

  /** One that cannot be made any more, because a script or a file is gone, refuses all documents. */
  #compile(id: string, definition: JsonObject): Pipeline {
    try {
      return compilePipeline(id, definition, this.#compiler);
    } catch (error) {
      if (!(error instanceof RequestError)) throw error;
      const reason = `pipeline with id [${id}] could not be loaded, caused by [${error.message}]`;
      return unusable(id, illegalState(reason));
    }
  }
}

function unusable(id: string, error: RequestError): Pipeline {
  const step: Step = {
    type: "unknown",
    tag: undefined,
    description: "this is a placeholder processor",
    condition: undefined,
    process() {
      throw error;
    },
    ignoreFailure: false,
    onFailure: [],
    counts: noCounts(),
  };
  return { id, steps: [step], onFailure: [], counts: noCounts(), bytes: { ingested: 0, produced: 0 } };
}

/** A pipeline that is changed goes on counting, and so do its processors while they are the same ones. */
function keepCounts(before: Pipeline, next: Pipeline): void {
  Object.assign(next.counts, before.counts);
  Object.assign(next.bytes, before.bytes);
  const same =
    before.steps.length === next.steps.length &&
    before.steps.every(({ type, tag }, at) => type === next.steps[at]?.type && tag === next.steps[at]?.tag);
  if (same) next.steps.forEach((step, at) => Object.assign(step.counts, before.steps[at]?.counts));
}
