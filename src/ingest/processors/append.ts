import { mediaType, pathSource } from "../config/fields-of.ts";
import { valueSource } from "../config/template.ts";
import { deepCopy } from "../document/java-values.ts";
import type { ProcessorKind } from "../processor.ts";

/** Appends values to the list in a field, and makes one where there is none. */
export const append: ProcessorKind = {
  name: "append",

  create(config) {
    const field = pathSource(config, "field");
    const copyFrom = config.optionalString("copy_from");
    const type = mediaType(config);
    if (copyFrom !== undefined && config.json("value") !== undefined)
      throw config.error("copy_from", "cannot set both `copy_from` and `value` in the same processor");
    const value = copyFrom === undefined ? valueSource(config.required("value"), type) : undefined;
    const how = {
      duplicates: config.boolean("allow_duplicates", true),
      ignoreEmpty: config.boolean("ignore_empty_values", false),
    };
    return (document) => {
      const more = value ? value(document) : deepCopy(document.value(copyFrom ?? ""));
      document.append(field(document), more, how);
    };
  },
};
