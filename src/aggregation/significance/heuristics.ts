/** How much more often a term is in some documents than in all (`SignificanceHeuristic`). */
import { BodyReader } from "../../compat/body-reader.ts";
import { illegalArgument } from "../../compat/errors.ts";
import { type JsonObject, isJsonObject } from "../../core/json.ts";
import { type NameTable, nameTable } from "../../core/names.ts";
import type { MappingView } from "../../mapping/mapping-view.ts";
import { scriptOfRequest } from "../../scripting/parse-script.ts";
import { readBoolean, unsupportedToken, withinField } from "../declared-values.ts";

/** Documents with the term and documents at all, in the foreground and in the background. */
export interface Frequencies {
  readonly subsetFreq: number;
  readonly subsetSize: number;
  readonly supersetFreq: number;
  readonly supersetSize: number;
}

/** The score of a term; those that are not above 0 are left out. */
export type Heuristic = (of: Frequencies) => number;

/** Documents by whether they have the term (first digit) and are in the foreground (second); `n`: all of them. */
interface Table {
  readonly n00: number;
  readonly n01: number;
  readonly n10: number;
  readonly n11: number;
}

function tableOf(of: Frequencies, isSuperset: boolean): Table {
  if (isSuperset) checkSuperset(of);
  const { subsetFreq, subsetSize, supersetFreq, supersetSize } = of;
  const without = supersetSize - supersetFreq;
  const n01 = subsetSize - subsetFreq;
  return isSuperset
    ? { n00: without - n01, n01, n10: supersetFreq - subsetFreq, n11: subsetFreq }
    : { n00: without, n01, n10: supersetFreq, n11: subsetFreq };
}

/** Throws 400 for more of anything in front than behind, as `_doc_count` may make them, which counts in front alone. */
function checkSuperset({ subsetFreq, subsetSize, supersetFreq, supersetSize }: Frequencies): void {
  const refuse = (what: string): never => {
    throw illegalArgument(
      `${what}, does your background filter not include all documents in the bucket? If so and it is intentional, set "background_is_superset": false\n`,
    );
  };
  if (subsetFreq > supersetFreq) refuse("subsetFreq > supersetFreq");
  if (subsetSize > supersetSize) refuse("subsetSize > supersetSize");
  if (supersetFreq - subsetFreq > supersetSize - subsetSize)
    refuse("supersetFreq - subsetFreq > supersetSize - subsetSize");
}

/** Whether the term is rarer in the foreground than outside of it. */
function isNegative({ n00, n01, n10, n11 }: Table): boolean {
  return n11 / (n01 + n11) < n10 / (n00 + n10);
}

/** The default: absolute times relative change. */
export const jlh: Heuristic = checked("JLHScore", ({ subsetFreq, subsetSize, supersetFreq, supersetSize }) => {
  if (subsetSize === 0 || supersetSize === 0) return 0;
  const inside = subsetFreq / subsetSize;
  const everywhere = Math.max(supersetFreq, 1) / supersetSize;
  return inside <= everywhere ? 0 : (inside - everywhere) * (inside / everywhere);
});

const percentage: Heuristic = ({ subsetFreq, supersetFreq }) => (supersetFreq === 0 ? 0 : subsetFreq / supersetFreq);

function chiSquare(negatives: boolean, isSuperset: boolean): Heuristic {
  return (of) => {
    const table = tableOf(of, isSuperset);
    if (!negatives && isNegative(table)) return Number.NEGATIVE_INFINITY;
    const { n00, n01, n10, n11 } = table;
    const all = n00 + n01 + n10 + n11;
    return (all * (n11 * n00 - n01 * n10) ** 2) / ((n01 + n11) * (n10 + n11) * (n00 + n01) * (n00 + n10));
  };
}

function mutualInformation(negatives: boolean, isSuperset: boolean): Heuristic {
  return (of) => {
    const table = tableOf(of, isSuperset);
    if (!negatives && isNegative(table)) return Number.NEGATIVE_INFINITY;
    const { n00, n01, n10, n11 } = table;
    const all = n00 + n01 + n10 + n11;
    const term = (both: number, row: number, column: number): number =>
      both === 0 || row === 0 || column === 0 ? 0 : (both / all) * Math.log((all * both) / (row * column));
    const sum =
      term(n00, n00 + n01, n00 + n10) +
      term(n01, n00 + n01, n01 + n11) +
      term(n10, n10 + n11, n00 + n10) +
      term(n11, n10 + n11, n01 + n11);
    return sum / Math.LN2;
  };
}

function googleDistance(isSuperset: boolean): Heuristic {
  return (of) => {
    if (isSuperset) checkSuperset(of);
    const { subsetFreq, subsetSize, supersetFreq, supersetSize } = of;
    const withTerm = isSuperset ? supersetFreq : supersetFreq + subsetFreq;
    const all = isSuperset ? supersetSize : supersetSize + subsetSize;
    if (subsetFreq === 0) return 0;
    if (withTerm === subsetSize && withTerm === subsetFreq) return 1;
    const distance =
      (Math.log(Math.max(withTerm, subsetSize)) - Math.log(subsetFreq)) /
      (Math.log(all) - Math.log(Math.min(withTerm, subsetSize)));
    return Math.exp(-distance);
  };
}

/** Throws 400 for more documents with a term than documents, as `_doc_count` may make them. */
function checked(name: string, heuristic: Heuristic): Heuristic {
  return (of) => {
    if (of.subsetFreq > of.subsetSize) throw illegalArgument(`subsetFreq > subsetSize, in ${name}`);
    if (of.supersetFreq > of.supersetSize) throw illegalArgument(`supersetFreq > supersetSize, in ${name}`);
    return heuristic(of);
  };
}

/** Reads a heuristic's body. Throws 400. */
type HeuristicReader = (read: BodyReader, mapping: MappingView) => Heuristic;

const readSuperset = (read: BodyReader): boolean => readBoolean(read, "background_is_superset") ?? true;
const readNegatives = (read: BodyReader): boolean => readBoolean(read, "include_negatives") ?? false;

const READERS: NameTable<HeuristicReader> = nameTable({
  jlh: () => jlh,
  percentage: () => checked("PercentageScore", percentage),
  chi_square: (read) => checked("ChiSquare", chiSquare(readNegatives(read), readSuperset(read))),
  mutual_information: (read) =>
    checked("MutualInformation", mutualInformation(readNegatives(read), readSuperset(read))),
  gnd: (read) => checked("GND", googleDistance(readSuperset(read))),
  script_heuristic: readScripted,
});

/** The score is what a script makes of the numbers. */
function readScripted(read: BodyReader, mapping: MappingView): Heuristic {
  const given = read.json("script");
  if (given !== undefined && typeof given !== "string" && !isJsonObject(given))
    throw unsupportedToken(read, "script", given);
  read.end();
  if (given === undefined) throw illegalArgument("Required [script]");
  const script = withinField(read, "script", () => scriptOfRequest(given));
  const program = mapping.scripts.program(script, "script_heuristic");
  return (of) =>
    program().score({
      _subset_freq: of.subsetFreq,
      _subset_size: of.subsetSize,
      _superset_freq: of.supersetFreq,
      _superset_size: of.supersetSize,
    });
}

/** Names of heuristics. */
export const HEURISTICS: readonly string[] = Object.keys(READERS);

/** The heuristic of a name. */
export function readHeuristic(name: string, body: JsonObject, mapping: MappingView): Heuristic {
  const read = new BodyReader(name, body, "object");
  const heuristic = READERS[name]?.(read, mapping) ?? jlh;
  read.end();
  return heuristic;
}
