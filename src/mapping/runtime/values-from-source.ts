/**
 * The values of a runtime field without a script: those at its path in the source
 * (`AbstractFieldScript.emitFromSource`).
 */
import { javaDouble } from "../../core/float32.ts";
import { locateJson } from "../../compat/json/locate-json.ts";
import { rawValues } from "./raw-values.ts";
import { readLeniently } from "./read-leniently.ts";
import type { RuntimeDocument, RuntimeValue, RuntimeValues } from "./runtime-values.ts";

/** Converts a source value to the unit of the column; undefined or an error drops it. */
export type ValueReader = (value: string | number | bigint | boolean) => RuntimeValue | undefined;

/** How a source is read. */
export interface SourceReading {
  readonly path: string;
  /** See RuntimeValues. */
  readonly key: string;
  /** Pass numbers as text, as Java prints them. */
  readonly numbersAsTexts?: boolean;
}

/** The values at a path, each converted separately. */
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

/** Whole numbers written as fractions: `1.0`, `1e3`, `-0.0`. */
const FRACTION = /[.eE]/;
/** Matches any source that may contain such numbers. */
const POSSIBLE_FRACTION = /\d[.eE]/;

/** A number of the source as Java prints it: fractions as doubles. */
function numberText(value: number | bigint, { text }: RuntimeDocument, steps: readonly (string | number)[]): string {
  if (typeof value === "bigint") return String(value);
  if (!Number.isInteger(value)) return javaDouble(value);
  if (!POSSIBLE_FRACTION.test(text)) return String(value);
  const place = locateJson(text, steps);
  return place && FRACTION.test(text.slice(place.start, place.end)) ? javaDouble(value) : String(value);
}
