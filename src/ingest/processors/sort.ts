import { illegalArgument, RequestError } from "../../compat/errors.ts";
import type { Json } from "../../core/json.ts";
import { notOfClass } from "../document/ingest-document.ts";
import { isNumber, javaClass, javaText, numberOf } from "../document/java-values.ts";
import type { ProcessorKind } from "../processor.ts";

/** Sorts the list in a field. */
export const sort: ProcessorKind = {
  name: "sort",

  create(config) {
    const field = config.string("field");
    const target = config.optionalString("target_field") ?? field;
    const order = config.optionalString("order") ?? "asc";
    if (order !== "asc" && order !== "desc")
      throw config.error("order", `Sort direction [${order}] not recognized. Valid values are: [asc, desc]`);
    return (document) => {
      const list = document.value(field);
      if (list === null) throw illegalArgument(`field [${field}] is null, cannot sort.`);
      if (!Array.isArray(list)) throw notOfClass(field, list, "java.util.List");
      const sorted = [...list].sort(compared);
      document.set(target, order === "asc" ? sorted : sorted.reverse());
    };
  },
};

function compared(one: Json, other: Json): number {
  if (one === null || other === null) throw new RequestError(500, "null_pointer_exception", "null");
  const name = javaClass(one);
  if (typeof one === "object" && !isNumber(one)) throw classCast(name, "java.lang.Comparable");
  if (name !== javaClass(other)) throw classCast(javaClass(other), name);
  if (isNumber(one)) {
    if (typeof one === "bigint" && typeof other === "bigint") return one < other ? -1 : one > other ? 1 : 0;
    return numberOf(one) - numberOf(other);
  }
  const [a, b] = [javaText(one), javaText(other)];
  return a < b ? -1 : a > b ? 1 : 0;
}

function classCast(from: string, to: string): RequestError {
  return new RequestError(
    500,
    "class_cast_exception",
    `class ${from} cannot be cast to class ${to} (${from} and ${to} are in module java.base of loader 'bootstrap')`,
  );
}
