import { illegalArgument } from "../../compat/errors.ts";
import { compilePattern, type JavaPattern } from "../../compat/patterns/java-pattern.ts";
import { valueOf } from "../config/fields-of.ts";
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
      document.set(target, pieces(text, compilePattern(separator), keepTrailing));
    };
  },
};

/** As Java splits: an empty match at the beginning makes no piece, and empty pieces at the end are left out. */
function pieces(text: string, separator: JavaPattern, keepTrailing: boolean): string[] {
  const list: string[] = [];
  let from = 0;
  for (const { start, end } of separator.findAll(text)) {
    if (end === 0) continue;
    list.push(text.slice(from, start));
    from = end;
  }
  if (list.length === 0) return [text];
  list.push(text.slice(from));
  if (!keepTrailing) while (list.length > 0 && list.at(-1) === "") list.pop();
  return list;
}
