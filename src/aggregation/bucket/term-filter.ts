/** `include` and `exclude` of terms: lists, patterns and partitions (`IncludeExclude`). */
import { illegalArgument, parsingException } from "../../core/errors.ts";
import { type Json, isJsonObject } from "../../core/json.ts";
import { murmur3 } from "../../core/murmur3.ts";

/** Seed of the original's hash for partitions. */
const PARTITION_SEED = 31;

/** Decides which terms get a bucket. */
export interface TermFilter {
  /** Whether a pattern is among the rules; patterns apply to text only. */
  readonly pattern: boolean;
  /** For ordinals: the term's bytes and its text. */
  acceptsTerm(bytes: Uint8Array, text: string): boolean;
  /** For numbers: the key, compared with the numbers of a list. */
  acceptsNumber(key: number): boolean;
}

type Rule = { readonly texts: ReadonlySet<string>; readonly numbers: ReadonlySet<number> } | { readonly matches: (text: string) => boolean };

/** Reads both; undefined when there is neither. */
export function readTermFilter(include: Json | undefined, exclude: Json | undefined): TermFilter | undefined {
  if (include === undefined && exclude === undefined) return undefined;
  if (isJsonObject(include)) {
    if (exclude !== undefined) throw illegalArgument("Cannot specify any excludes when using a partition-based include");
    return partition(Number(include["partition"]), Number(include["num_partitions"]));
  }
  const included = include === undefined ? undefined : readRule(include, "include");
  const excluded = exclude === undefined ? undefined : readRule(exclude, "exclude");
  const text = (rule: Rule, value: string): boolean => ("texts" in rule ? rule.texts.has(value) : rule.matches(value));
  const number = (rule: Rule, value: number): boolean => "numbers" in rule && rule.numbers.has(value);
  return {
    pattern: [included, excluded].some((rule) => rule !== undefined && "matches" in rule),
    acceptsTerm: (_bytes, value) => (!included || text(included, value)) && !(excluded && text(excluded, value)),
    acceptsNumber: (value) => (!included || number(included, value)) && !(excluded && number(excluded, value)),
  };
}

function readRule(rule: Json, key: string): Rule {
  if (Array.isArray(rule)) return { texts: new Set(rule.map((value) => String(value))), numbers: new Set(rule.map(Number)) };
  if (typeof rule !== "string") throw parsingException(`Unexpected token in [${key}]`);
  throw illegalArgument("regular expressions in include and exclude are not supported by this server yet; use a list of terms");
}

function partition(number: number, count: number): TermFilter {
  if (!Number.isInteger(number) || !Number.isInteger(count) || number < 0 || number >= count) {
    throw illegalArgument("Missing [partition] or [num_partitions] parameter for partition-based include, or a partition outside of them");
  }
  return {
    pattern: false,
    acceptsTerm: (bytes) => floorMod(murmur3(bytes, 0, bytes.length, PARTITION_SEED), count) === number,
    acceptsNumber: (key) => Number(BigInt.asIntN(64, ((mix64(BigInt(Math.trunc(key))) % BigInt(count)) + BigInt(count)) % BigInt(count))) === number,
  };
}

function floorMod(value: number, modulus: number): number {
  return (((value | 0) % modulus) + modulus) % modulus;
}

/** The original's 64-bit mixer (`BitMixer.mix64`, finaliser of MurmurHash3's 64-bit form by D. Stafford). */
function mix64(value: bigint): bigint {
  let z = BigInt.asUintN(64, value);
  z = BigInt.asUintN(64, (z ^ (z >> 32n)) * 0x4cd6944c5cc20b6dn);
  z = BigInt.asUintN(64, (z ^ (z >> 29n)) * 0xfc12c5b19d3259e9n);
  return BigInt.asIntN(64, z ^ (z >> 32n));
}
