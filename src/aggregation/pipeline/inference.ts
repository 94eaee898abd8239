/** What a trained model makes of the values of buckets. This server has no models: each is one that cannot be found. */
import { BodyReader } from "../../compat/body-reader.ts";
import { RequestError, illegalArgument } from "../../compat/errors.ts";
import { isJsonObject } from "../../core/json.ts";
import type { PipelineKind } from "../aggregation-kind.ts";
import { readText, unsupportedToken } from "../declared-values.ts";

const KIND = "inference";

export const inference: PipelineKind = {
  name: KIND,
  summary: "For each bucket around it, what a trained model makes of its values; there are no models.",
  parse(_name, body) {
    const read = new BodyReader("inference_agg", body, "object");
    const paths = read.json("buckets_path");
    const model = readText(read, "model_id");
    const config = read.json("inference_config");
    read.end();
    if (paths !== undefined && !isJsonObject(paths)) throw unsupportedToken(read, "buckets_path", paths);
    if (config !== undefined && !isJsonObject(config)) throw unsupportedToken(read, "inference_config", config);
    if (paths === undefined) throw illegalArgument("Required [buckets_path]");
    if (model === undefined)
      throw new RequestError(
        400,
        "action_request_validation_exception",
        "Validation Failed: 1: [model_id] must be set;",
      );
    throw new RequestError(404, "resource_not_found_exception", `Could not find trained model [${model}]`);
  },
};
