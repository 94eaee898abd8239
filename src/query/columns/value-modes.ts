/** One number for several values of a document (Elasticsearch's `MultiValueMode`). */
import { illegalArgument } from "../../compat/errors.ts";

const modes = ["min", "max", "avg", "sum", "median"] as const;

export type ValueMode = (typeof modes)[number];

/** The mode with a name, in any case. */
export function valueMode(name: string): ValueMode {
  const found = modes.find((mode) => mode === name.toLowerCase());
  if (!found) throw illegalArgument(`Illegal sort mode: ${name}`);
  return found;
}

/** The number for `values`, ascending and not empty. */
export function pickValue(values: readonly number[], mode: ValueMode): number {
  const count = values.length;
  switch (mode) {
    case "min":
      return values[0]!;
    case "max":
      return values[count - 1]!;
    case "median": {
      const middle = count >>> 1;
      return count % 2 === 1 ? values[middle]! : (values[middle - 1]! + values[middle]!) / 2;
    }
    case "sum":
    case "avg": {
      let sum = 0;
      for (let at = 0; at < count; at++) sum += values[at]!;
      return mode === "sum" ? sum : sum / count;
    }
  }
}
