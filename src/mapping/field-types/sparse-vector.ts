import { RequestError } from "../../compat/errors.ts";
import { isJsonObject } from "../../core/json.ts";
import type { FieldType } from "../field-type.ts";
import { plainValues } from "../field-capabilities.ts";
import { featuresType } from "../features/features-type.ts";
import { javaClassName, parseException } from "../mapping-error.ts";
import { type Parameter, readBoolean, storeParameter } from "../parameter.ts";
import { tokenNameOf } from "../value-error.ts";

/** How rare tokens are pruned from queries. */
const pruning: Parameter = {
  name: "index_options",
  fallback: null,
  updateable: true,
  acceptsNull: true,
  read(value) {
    if (!isJsonObject(value))
      throw parseException(`index_options should be a map but was of type: class ${javaClassName(value)}`);
    for (const key of Object.keys(value)) {
      if (key !== "prune" && key !== "pruning_config")
        throw new RequestError(400, "x_content_parse_exception", `[0:0] [index_options] unknown field [${key}]`);
    }
    // As in Elasticsearch: with a configuration, the options count as the default and are not returned.
    if (value["pruning_config"] !== undefined) return null;
    const prune = value["prune"];
    if (prune === null || typeof prune === "number" || typeof prune === "object") {
      throw new RequestError(
        400,
        "x_content_parse_exception",
        `[0:0] [index_options] prune doesn't support values of type: ${tokenNameOf(prune)}`,
      );
    }
    return prune === undefined ? {} : { prune: readBoolean(prune) };
  },
};

/** Tokens with weights. */
export const sparseVector: FieldType = featuresType({
  name: "sparse_vector",
  summary: "Tokens with weights.",
  parameters: [storeParameter, pruning],
  repeatable: true,
  searchable: true,
  values: { ...plainValues, exactQuery: "feature" },
  exists: true,
});
