import { isJsonObject } from "../../core/json.ts";
import type { FieldType } from "../field-type.ts";
import { featuresType } from "../features/features-type.ts";
import { javaText, mapperParsing } from "../mapping-error.ts";
import { type Parameter, readBoolean, storeParameter } from "../parameter.ts";

/** How rare tokens are left out of queries. */
const pruning: Parameter = {
  name: "index_options",
  fallback: null,
  updateable: true,
  acceptsNull: true,
  read(value) {
    if (!isJsonObject(value)) throw mapperParsing(`[index_options] must be an object, got [${javaText(value)}]`);
    for (const key of Object.keys(value)) if (key !== "prune" && key !== "pruning_config") throw mapperParsing(`unknown field [${key}] in [index_options]`);
    // As the original answers: with a configuration, the options are taken for the default and not shown.
    if (value["pruning_config"] !== undefined) return null;
    return { prune: readBoolean(value["prune"] ?? true) };
  },
};

/** Tokens with weights. */
export const sparseVector: FieldType = featuresType({
  name: "sparse_vector",
  summary: "Tokens with weights.",
  parameters: [storeParameter, pruning],
  repeatable: true,
  searchable: true,
  exists: true,
});
