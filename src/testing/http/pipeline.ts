/**
 * For tests: the pipeline of requests around some dialects, with breakers that refuse nothing unless they are given.
 */
import { MemoryBreakers } from "../../breakers/memory-breakers.ts";
import { systemClock } from "../../core/clock.ts";
import type { Dialect } from "../../http/dialect.ts";
import { Pipeline, type PipelineDependencies } from "../../http/pipeline.ts";
import { TaskManager } from "../../tasks/task-manager.ts";

export function pipelineOf(
  dialects: Dialect | readonly Dialect[],
  given: Partial<Omit<PipelineDependencies, "dialects">> = {},
): Pipeline {
  return new Pipeline({
    dialects: [dialects].flat(),
    breakers: new MemoryBreakers(1),
    tasks: new TaskManager("node", systemClock),
    ...given,
  });
}
