/** Reads a histogram from a document: ascending values and their counts. */
import { RequestError } from "../../compat/errors.ts";
import { javaDouble } from "../../core/float32.ts";
import type { Json } from "../../core/json.ts";
import type { ValueContext } from "../field-type.ts";
import { badToken, badValueBecause, type ValueError } from "../value-error.ts";
import { expectArray, expectNumber, expectObject } from "./expected-token.ts";

/** Values with a count above zero; each count includes those before it. */
export interface HistogramValue {
  readonly values: readonly number[];
  readonly counts: readonly (number | bigint)[];
}

const LONG_MAX = 2n ** 63n - 1n;

/** The histogram of a value. Throws ValueError. */
export function histogramValue(path: string, value: Json, target: ValueContext): HistogramValue {
  let values: number[] | undefined;
  let counts: bigint[] | undefined;
  for (const [key, given] of Object.entries(expectObject(value))) {
    target.itemAt(key, 0);
    if (key === "values") values = readValues(path, given, target);
    else if (key === "counts") counts = readCounts(given, target);
    else throw parsingError(`error parsing field [${path}], with unknown parameter [${key}]`);
  }
  target.item(undefined);
  if (!values) throw missing(`error parsing field [${path}], expected field called [values]`);
  if (!counts) throw missing(`error parsing field [${path}], expected field called [counts]`);
  if (values.length !== counts.length) {
    const lengths = `[${values.length} != ${counts.length}]`;
    throw missing(`error parsing field [${path}], expected same length from [values] and [counts] but got ${lengths}`);
  }
  return withoutZeros(path, values, counts);
}

function readValues(path: string, given: Json, target: ValueContext): number[] {
  let previous = -Number.MAX_VALUE;
  return expectArray(given).map((item, index) => {
    target.itemAt(index, 1);
    const value = Number(expectNumber(item));
    if (value < previous) {
      const order = `values must be in increasing order, got [${javaDouble(value)}] but previous value was [${javaDouble(previous)}]`;
      throw parsingError(`error parsing field [${path}], [values] ${order}`);
    }
    previous = value;
    return value;
  });
}

/** Fractions are truncated, as by Elasticsearch's parser. */
function readCounts(given: Json, target: ValueContext): bigint[] {
  return expectArray(given).map((item, index) => {
    target.itemAt(index, 1);
    const number = expectNumber(item);
    const count =
      typeof number === "bigint" ? number : Number.isFinite(number) ? BigInt(Math.trunc(number)) : LONG_MAX + 1n;
    if (count <= LONG_MAX && count >= -LONG_MAX - 1n) return count;
    throw badToken(
      "input_coercion_exception",
      `Numeric value (${target.numberText(number)}) out of range of long (${-LONG_MAX - 1n} - ${LONG_MAX})`,
    );
  });
}

/** Drops values with count zero. */
function withoutZeros(path: string, values: readonly number[], counts: readonly bigint[]): HistogramValue {
  const kept: number[] = [];
  const sums: bigint[] = [];
  let sum = 0n;
  for (let index = 0; index < values.length; index++) {
    const count = counts[index]!;
    if (count < 0n) throw missing(`error parsing field [${path}], [counts] elements must be >= 0 but got ${count}`);
    if (count === 0n) continue;
    sum += count;
    kept.push(values[index]!);
    sums.push(sum);
  }
  if (sum > LONG_MAX) throw missing(`error parsing field [${path}], [counts] add up to more than ${LONG_MAX}`);
  return { values: kept, counts: sums.map((one) => (one <= Number.MAX_SAFE_INTEGER ? Number(one) : one)) };
}

function parsingError(reason: string): ValueError {
  const error = badValueBecause(new RequestError(400, "document_parsing_exception", `[%LINE%:%COLUMN%] ${reason}`));
  error.preview = false;
  return error;
}

/** As `parsingError`, for errors found at the end of the object. */
function missing(reason: string): ValueError {
  const error = parsingError(reason);
  error.noticedAtEnd = true;
  return error;
}
