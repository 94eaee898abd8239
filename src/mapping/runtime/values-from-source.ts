/**
 * The values of a runtime field without a script: what its path holds in the source
 * (`AbstractFieldScript.emitFromSource`).
 */
import { javaDouble } from "../../core/float32.ts";
import { locateJson } from "../../compat/json/locate-json.ts";
import { rawValues } from "./raw-values.ts";
import { readLeniently } from "./read-leniently.ts";
import type { RuntimeDocument, RuntimeValue, RuntimeValues } from "./runtime-values.ts";

/** A value of the source in the column's unit; undefined leaves it out, as an error does. */
export type ValueReader = (value: string | number | bigint | boolean) => RuntimeValue | undefined;

/** How a source is read. */
export interface SourceReading {
  readonly path: string;
  /** See RuntimeValues. */
  readonly key: string;
  /** Give numbers as Java writes them. */
  readonly numbersAsTexts?: boolean;
}

/** Values of a path, each read by itself. */
export function valuesFromSource(
  { path, key, numbersAsTexts = false }: SourceReading,
  read: ValueReader,
): RuntimeValues {
  return {
    key,
    of(document) {
      const values: RuntimeValue[] = [];
      rawValues(document.source, path, (raw, steps) => {
        const isNumber = typeof raw === "number" || typeof raw === "bigint";
        const value = readLeniently(() => read(numbersAsTexts && isNumber ? numberText(raw, document, steps) : raw));
        if (value !== undefined) values.push(value);
      });
      return values;
    },
  };
}

/** Whole numbers that are written as fractions: `1.0`, `1e3`, `-0.0`. */
const FRACTION = /[.eE]/;
/** A source may have such numbers. */
const POSSIBLE_FRACTION = /\d[.eE]/;

/** A number of the source as Java writes it: fractions as doubles. */
function numberText(value: number | bigint, { text }: RuntimeDocument, steps: readonly (string | number)[]): string {
  if (typeof value === "bigint") return String(value);
  if (!Number.isInteger(value)) return javaDouble(value);
  if (!POSSIBLE_FRACTION.test(text)) return String(value);
  const place = locateJson(text, steps);
  return place && FRACTION.test(text.slice(place.start, place.end)) ? javaDouble(value) : String(value);
}
