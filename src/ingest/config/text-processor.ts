/** Processors that make a value of a text, or of each text in a list (`AbstractStringProcessor`). */
import { illegalArgument } from "../../compat/errors.ts";
import type { Json } from "../../core/json.ts";
import { notOfClass } from "../document/ingest-document.ts";
import { javaClass, javaText } from "../document/java-values.ts";
import type { Processor } from "../processor.ts";
import type { ProcessorConfig } from "./processor-config.ts";

/** Reads `field`, `target_field` and `ignore_missing`. */
export function textProcessor(config: ProcessorConfig, make: (text: string, field: string) => Json): Processor {
  const field = config.string("field");
  const ignoreMissing = config.boolean("ignore_missing", false);
  const target = config.optionalString("target_field") ?? field;
  return (document) => {
    const value = ignoreMissing ? (document.find(field) ?? null) : document.value(field);
    if (value === null) {
      if (ignoreMissing) return;
      throw illegalArgument(`field [${field}] is null, cannot process it.`);
    }
    if (Array.isArray(value)) {
      document.set(
        target,
        value.map((item) => {
          if (typeof item === "string") return make(item, field);
          throw illegalArgument(
            `value [${javaText(item)}] of type [${javaClass(item)}] in list field [${field}] cannot be cast to [java.lang.String]`,
          );
        }),
      );
    } else if (typeof value === "string") document.set(target, make(value, field));
    else throw notOfClass(field, value, "java.lang.String");
  };
}
