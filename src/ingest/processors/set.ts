import { mediaType, pathSource } from "../config/fields-of.ts";
import { isTemplate, type ValueSource, valueSource } from "../config/template.ts";
import { deepCopy } from "../document/java-values.ts";
import type { ProcessorConfig } from "../config/processor-config.ts";
import type { ProcessorKind } from "../processor.ts";

/** Puts a value into a field. */
export const set: ProcessorKind = {
  name: "set",

  create(config) {
    const field = pathSource(config, "field");
    const copyFrom = config.optionalString("copy_from");
    const type = mediaType(config);
    const override = config.boolean("override", true);
    const ignoreEmpty = config.boolean("ignore_empty_value", false);
    const value = copyFrom === undefined ? givenValue(config, type) : undefined;
    if (copyFrom !== undefined && config.json("value") !== undefined)
      throw config.error("copy_from", "cannot set both `copy_from` and `value` in the same processor");
    return (document) => {
      const path = field(document);
      if (!override && (document.find(path) ?? null) !== null) return;
      if (value) {
        const made = value.make(document);
        if (ignoreEmpty && value.isTemplate && made === "") return;
        document.set(path, made);
        return;
      }
      const from = copyFrom ?? "";
      const copied = deepCopy(ignoreEmpty ? (document.find(from) ?? null) : document.value(from));
      if (ignoreEmpty && (copied === null || copied === "")) return;
      document.set(path, copied);
    };
  },
};

function givenValue(
  config: ProcessorConfig,
  type: Parameters<typeof valueSource>[1],
): { readonly make: ValueSource; readonly isTemplate: boolean } {
  const given = config.required("value");
  return { make: valueSource(given, type), isTemplate: typeof given === "string" && isTemplate(given) };
}
