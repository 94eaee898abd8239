import { RequestError } from "../../compat/errors.ts";
import { isJsonObject } from "../../core/json.ts";
import { ProcessorConfig } from "../config/processor-config.ts";
import { notOfClass } from "../document/ingest-document.ts";
import type { ProcessorKind } from "../processor.ts";

/** A field that goes to the model, and one that its answer goes to. */
interface InputOutput {
  readonly input: string;
  readonly output: string;
}

/** Asks an inference endpoint for what its model makes of fields. Trained models are not there. */
export const inference: ProcessorKind = {
  name: "inference",

  create(config) {
    const model = config.string("model_id");
    const given = config.json("input_output");
    const ignoreMissing = config.boolean("ignore_missing", false);
    const target = config.optionalString("target_field");
    const fields = config.optionalMap("field_map");
    config.optionalMap("inference_config");
    if (given === undefined) {
      return () => {
        // What has no inputs of its own goes to trained models in Elasticsearch.
        throw new RequestError(404, "resource_not_found_exception", `Could not find trained model [${model}]`);
      };
    }
    const pairs = (Array.isArray(given) ? given : [given]).map((one): InputOutput => {
      if (!isJsonObject(one)) throw config.error("input_output", "property isn't a map");
      const own = new ProcessorConfig(one, { type: config.type, tag: config.tag });
      const pair = { input: own.string("input_field"), output: own.string("output_field") };
      const left = own.leftOver();
      if (left !== undefined) throw config.error("input_output", `unknown options ${left}`);
      return pair;
    });
    if (pairs.length === 0) throw config.error("input_output", "property cannot be empty at least one is required");
    const why = "option is not compatible with [input_output].";
    if (target !== undefined)
      throw config.error(
        "target_field",
        `${why} Use the [output_field] option to specify where to write the inference results to.`,
      );
    if (fields !== undefined) throw config.error("field_map", why);
    return (document) => {
      const asked = pairs.filter(({ input }) => !ignoreMissing || (document.find(input) ?? null) !== null);
      if (asked.length === 0) return;
      const inputs = asked.map(({ input }) => {
        const value = document.value(input);
        if (typeof value !== "string") throw notOfClass(input, value, "java.lang.String");
        return value;
      });
      const values = document.answers.of({ endpoint: model, inputs });
      const [{ output: first }] = asked as [InputOutput];
      const dot = first.lastIndexOf(".");
      document.set(dot < 0 ? "model_id" : `${first.slice(0, dot)}.model_id`, model);
      for (const [at, { output }] of asked.entries()) document.set(output, values[at] ?? null);
    };
  },
};
