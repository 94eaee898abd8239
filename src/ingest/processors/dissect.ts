import { illegalArgument, RequestError } from "../../compat/errors.ts";
import { ownOf } from "../../core/names.ts";
import { valueOf } from "../config/fields-of.ts";
import { dissected } from "../dissect/dissect.ts";
import { dissectPattern } from "../dissect/dissect-pattern.ts";
import { notOfClass } from "../document/ingest-document.ts";
import type { ProcessorKind } from "../processor.ts";

/** Takes a text apart at the delimiters of a pattern. */
export const dissect: ProcessorKind = {
  name: "dissect",

  create(config) {
    const field = config.string("field");
    const pattern = dissectPattern(config.string("pattern"));
    const separator = config.optionalString("append_separator") ?? "";
    const ignoreMissing = config.boolean("ignore_missing", false);
    return (document) => {
      const text = valueOf(document, field, ignoreMissing);
      if (text === null) {
        if (ignoreMissing) return;
        throw illegalArgument(`field [${field}] is null, cannot process it.`);
      }
      if (typeof text !== "string") throw notOfClass(field, text, "java.lang.String");
      const values = dissected(pattern, text, separator);
      if (!values)
        throw new RequestError(
          500,
          "find_match",
          `Unable to find match for dissect pattern: ${pattern.text} against source: ${text}`,
        );
      for (const name of Object.keys(values)) document.set(name, ownOf(values, name) ?? "");
    };
  },
};
