import { illegalArgument } from "../../compat/errors.ts";
import { compilePattern } from "../../compat/patterns/java-pattern.ts";
import { valueOf } from "../config/fields-of.ts";
import { splitText } from "../config/split-text.ts";
import { notOfClass } from "../document/ingest-document.ts";
import type { ProcessorKind } from "../processor.ts";

/** Makes a list of a text. */
export const split: ProcessorKind = {
  name: "split",

  create(config) {
    const field = config.string("field");
    const separator = config.string("separator");
    const keepTrailing = config.boolean("preserve_trailing", false);
    const ignoreMissing = config.boolean("ignore_missing", false);
    const target = config.optionalString("target_field") ?? field;
    return (document) => {
      const text = valueOf(document, field, ignoreMissing);
      if (text === null) {
        if (ignoreMissing) return;
        throw illegalArgument(`field [${field}] is null, cannot split.`);
      }
      if (typeof text !== "string") throw notOfClass(field, text, "java.lang.String");
      // As in Elasticsearch, a pattern that cannot be read fails documents and not the pipeline.
      document.set(target, splitText(text, compilePattern(separator), keepTrailing ? -1 : 0));
    };
  },
};
