/** The functions that scores are made with: vectors, decays, saturation, random numbers. */
import { defType, doubleType, intType, listType, stringType, type Type, typeNamed } from "../compile/types.ts";
import { hashOfDocument } from "../runtime/random-score.ts";
import { arcMeters } from "../runtime/geo-distance.ts";
import { DocValues, type GeoPoint } from "../runtime/doc-values.ts";
import type { JavaList } from "../runtime/collections.ts";
import { ZonedDateTime } from "../runtime/date-time.ts";
import { illegalArgumentError } from "../runtime/java-error.ts";
import type { Long } from "../runtime/longs.ts";
import { doubleFrom } from "../runtime/numbers.ts";
import type { Value } from "../runtime/values.ts";
import { parseDistance } from "../../../compat/distance-units.ts";
import { parseTimeMs } from "../../../compat/time-value.ts";
import type { DocumentRun } from "./script-run.ts";

/** What a text means, which is read once where a script gives the same one for each document. */
function readOnce<T>(read: (text: string) => T): (text: string) => T {
  let last: { readonly text: string; readonly value: T } | undefined;
  return (text) => (last?.text === text ? last : (last = { text, value: read(text) })).value;
}

/** The same for what is made of two numbers. */
function reckonedOnce(reckon: (one: number, other: number) => number): (one: number, other: number) => number {
  let first = Number.NaN;
  let second = Number.NaN;
  let last = Number.NaN;
  return (one, other) => {
    if (one === first && other === second) return last;
    first = one;
    second = other;
    return (last = reckon(one, other));
  };
}

const readMeters = (text: string): number => parseDistance(text, 1);
const scaleMeters = readOnce(readMeters);
const offsetMeters = readOnce(readMeters);
const readMillis = (text: string): number => (text === "0" ? 0 : parseTimeMs(text, "scale"));
const scaleMillis = readOnce(readMillis);
const offsetMillis = readOnce(readMillis);
const originMillis = readOnce((text) => ZonedDateTime.parse("zoned", text).ms);
const originPoint = readOnce((text) => {
  const [lat = 0, lon = 0] = text.split(",").map(Number);
  return { lat, lon };
});

type Call = readonly [readonly Type[], Type, (run: DocumentRun, ...args: never[]) => unknown];

const queries = new WeakMap<JavaList, Float64Array>();

/** The numbers of a list, kept while the script has the list. */
function numbersOf(list: JavaList): Float64Array {
  let numbers = queries.get(list);
  if (numbers?.length !== list.size) queries.set(list, (numbers = Float64Array.from(list.items, doubleFrom)));
  return numbers;
}

function vectorOf(run: DocumentRun, field: Value, dimensions: number): ArrayLike<number> {
  const name = typeof field === "string" ? field : undefined;
  const column = name === undefined && field instanceof DocValues ? field.column : run.docs.column(name ?? "");
  if (column.form !== "vector" || column.count(run.doc) === 0)
    throw illegalArgumentError("A document doesn't have a value for a vector field!");
  const vector = column.value(run.doc, 0) as ArrayLike<number>;
  if (vector.length !== dimensions)
    throw illegalArgumentError(
      `The query vector has a different number of dimensions [${dimensions}] than the document vectors [${vector.length}].`,
    );
  return vector;
}

function overVectors(measure: (query: Float64Array, vector: ArrayLike<number>) => number): Call {
  return [
    [listType, defType],
    doubleType,
    (run: DocumentRun, query: JavaList, field: Value) => {
      const numbers = numbersOf(query);
      return measure(numbers, vectorOf(run, field, numbers.length));
    },
  ];
}

function dot(one: ArrayLike<number>, other: ArrayLike<number>): number {
  let sum = 0;
  for (let i = 0; i < one.length; i++) sum += one[i]! * other[i]!;
  return sum;
}

function bitsOf(value: number): number {
  let bits = 0;
  for (let rest = value & 0xff; rest !== 0; rest &= rest - 1) bits++;
  return bits;
}

const vectors: Readonly<Record<string, Call>> = {
  "cosineSimilarity/2": overVectors(
    (query, vector) => dot(query, vector) / Math.sqrt(dot(query, query) * dot(vector, vector)),
  ),
  "dotProduct/2": overVectors(dot),
  "l1norm/2": overVectors((query, vector) => {
    let sum = 0;
    for (let i = 0; i < query.length; i++) sum += Math.abs(query[i]! - vector[i]!);
    return sum;
  }),
  "l2norm/2": overVectors((query, vector) => {
    let sum = 0;
    for (let i = 0; i < query.length; i++) sum += (query[i]! - vector[i]!) ** 2;
    return Math.sqrt(sum);
  }),
  "hamming/2": overVectors((query, vector) => {
    let sum = 0;
    for (let i = 0; i < query.length; i++) sum += bitsOf(query[i]! ^ vector[i]!);
    return sum;
  }),
};

/** How a score falls with the distance from the origin. */
const shapes = {
  Linear: {
    factor: (scale: number, decay: number) => scale / (1 - decay),
    score: (distance: number, factor: number) => Math.max(0, (factor - distance) / factor),
  },
  Exp: {
    factor: (scale: number, decay: number) => Math.log(decay) / scale,
    score: (distance: number, factor: number) => Math.exp(factor * distance),
  },
  Gauss: {
    factor: (scale: number, decay: number) => (0.5 * scale ** 2) / Math.log(decay),
    score: (distance: number, factor: number) => Math.exp((0.5 * distance ** 2) / factor),
  },
};

const decays: Readonly<Record<string, Call>> = Object.fromEntries(
  Object.entries(shapes).flatMap(([name, { factor, score }]): [string, Call][] => {
    const factorOf = reckonedOnce(factor);
    return [
      [
        `decayNumeric${name}/5`,
        [
          [doubleType, doubleType, doubleType, doubleType, doubleType],
          doubleType,
          (_run: DocumentRun, origin: number, scale: number, offset: number, decay: number, value: number) =>
            score(Math.max(0, Math.abs(value - origin) - offset), factorOf(scale, decay)),
        ],
      ],
      [
        `decayGeo${name}/5`,
        [
          [stringType, stringType, stringType, doubleType, typeNamed("GeoPoint")],
          doubleType,
          (_run: DocumentRun, origin: string, scale: string, offset: string, decay: number, value: GeoPoint) => {
            const distance = Math.max(0, arcMeters(originPoint(origin), value) - offsetMeters(offset));
            return score(distance, factorOf(scaleMeters(scale), decay));
          },
        ],
      ],
      [
        `decayDate${name}/5`,
        [
          [stringType, stringType, stringType, doubleType, typeNamed("ZonedDateTime")],
          doubleType,
          (_run: DocumentRun, origin: string, scale: string, offset: string, decay: number, value: ZonedDateTime) => {
            const distance = Math.max(0, Math.abs(value.ms - originMillis(origin)) - offsetMillis(offset));
            return score(distance, factorOf(scaleMillis(scale), decay));
          },
        ],
      ],
    ];
  }),
);

export const scoreCalls: Readonly<Record<string, Call>> = {
  ...vectors,
  ...decays,
  "saturation/2": [
    [doubleType, doubleType],
    doubleType,
    (_run: DocumentRun, value: number, k: number) => value / (k + value),
  ],
  "sigmoid/3": [
    [doubleType, doubleType, doubleType],
    doubleType,
    (_run: DocumentRun, value: number, k: number, a: number) => value ** a / (k ** a + value ** a),
  ],
  "randomScore/1": [[intType], doubleType, (run: DocumentRun, seed: number) => hashOfDocument(run.doc, seed)],
  "randomScore/2": [
    [intType, stringType],
    doubleType,
    (run: DocumentRun, seed: Long, field: string) => hashOfDocument(valueHash(run, field), Number(seed)),
  ],
};

function valueHash(run: DocumentRun, field: string): number {
  const column = run.docs.column(field);
  if (column.count(run.doc) === 0) return 0;
  const value = column.value(run.doc, 0);
  if (typeof value !== "string") return Number(value) | 0;
  let hash = 0;
  for (let i = 0; i < value.length; i++) hash = (Math.imul(31, hash) + value.charCodeAt(i)) | 0;
  return hash;
}
