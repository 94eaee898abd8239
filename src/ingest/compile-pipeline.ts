/** From the configuration of a pipeline to one that is ready to run (`Pipeline.create`, `ConfigurationUtils`). */
import { errorBody, RequestError } from "../compat/errors.ts";
import { isJsonObject, type Json, type JsonObject } from "../core/json.ts";
import { ownOf } from "../core/names.ts";
import { conditionOf } from "./config/condition.ts";
import { configurationError, placedError } from "./config/configuration-error.ts";
import { ProcessorConfig } from "./config/processor-config.ts";
import { javaClass } from "./document/java-values.ts";
import type { ProcessorKind, ProcessorSurroundings } from "./processor.ts";
import { noCounts, type Pipeline, type Step } from "./run/step.ts";

/** What pipelines are compiled with. */
export interface PipelineCompiler {
  readonly kinds: ReadonlyMap<string, ProcessorKind>;
  readonly surroundings: ProcessorSurroundings;
}

/** Throws RequestError 400 for what cannot be; of several faults the first, which tells of the others. */
export function compilePipeline(id: string, definition: JsonObject, compiler: PipelineCompiler): Pipeline {
  const config = new ProcessorConfig(definition);
  config.optionalString("description");
  config.integer("version");
  config.optionalMap("_meta");
  config.boolean("deprecated", false);
  const steps = compileSteps(config.list("processors"), compiler);
  const given = config.optionalList("on_failure");
  const onFailure = compileSteps(given ?? [], compiler);
  const left = config.leftOver();
  if (left !== undefined)
    throw configurationError(
      {},
      `pipeline [${id}] doesn't support one or more provided configuration parameters ${left}`,
    );
  if (given && onFailure.length === 0)
    throw configurationError({}, `pipeline [${id}] cannot have an empty on_failure option defined`);
  return { id, steps, onFailure, counts: noCounts(), bytes: { ingested: 0, produced: 0 } };
}

function compileSteps(list: readonly Json[], compiler: PipelineCompiler): Step[] {
  const steps: Step[] = [];
  const faults: RequestError[] = [];
  for (const entry of list) {
    if (!isJsonObject(entry)) throw noProcessor(entry);
    for (const type of Object.keys(entry)) {
      try {
        steps.push(compileStep(type, ownOf(entry, type) ?? null, compiler));
      } catch (error) {
        if (!(error instanceof RequestError)) throw error;
        faults.push(error);
      }
    }
  }
  const [first, ...others] = faults;
  if (!first) return steps;
  if (others.length === 0) throw first;
  const details = { ...first.details, suppressed: others.map(errorBody) };
  throw new RequestError(first.status, first.type, first.message, { details, cause: first.cause });
}

/** Throws RequestError 400 for what cannot be. */
export function compileStep(type: string, given: Json, compiler: PipelineCompiler): Step {
  const body = type === "script" && typeof given === "string" ? { source: given } : given;
  if (!isJsonObject(body)) throw configurationError({ type }, `property isn't a map, but of type [${javaClass(body)}]`);
  const above = new ProcessorConfig(body);
  const tag = above.optionalString("tag");
  const kind = compiler.kinds.get(type);
  if (!kind) throw configurationError({ type, tag }, `No processor type exists with name [${type}]`);
  const config = new ProcessorConfig(body, { type, tag });
  const description = above.optionalString("description");
  const ignoreFailure = above.boolean("ignore_failure", false);
  const failureConfigs = above.optionalList("on_failure");
  const onFailure = compileSteps(failureConfigs ?? [], compiler);
  for (const name of ["tag", "description", "ignore_failure", "on_failure", "if"]) config.json(name);
  if (failureConfigs && onFailure.length === 0) throw config.error("on_failure", "processors list cannot be empty");
  const condition = above.json("if");
  try {
    const process = kind.create(config, compiler.surroundings);
    const left = config.leftOver();
    if (left !== undefined)
      throw config.error(
        undefined,
        `processor [${type}] doesn't support one or more provided configuration parameters ${left}`,
      );
    return {
      type,
      tag,
      description,
      condition: condition === undefined ? undefined : conditionOf(condition, compiler.surroundings.scripts),
      process,
      ignoreFailure,
      onFailure,
      counts: noCounts(),
    };
  } catch (error) {
    if (!(error instanceof RequestError)) throw error;
    throw placedError({ type, tag }, error);
  }
}

/** Elasticsearch answers 500, in the same words; what a request got wrong is 400 here. */
function noProcessor(entry: Json): RequestError {
  if (entry === null) {
    const reason = 'Cannot invoke "java.util.Map.entrySet()" because "processorConfigWithKey" is null';
    return new RequestError(400, "null_pointer_exception", reason);
  }
  const name = javaClass(entry);
  return new RequestError(
    400,
    "class_cast_exception",
    `class ${name} cannot be cast to class java.util.Map (${name} and java.util.Map are in module java.base of loader 'bootstrap')`,
  );
}
