/** Selects the terms that get buckets, by the rules of a request and the type of a field. */
import { illegalArgument } from "../../compat/errors.ts";
import { murmur3 } from "../../core/murmur3.ts";
import { acceptsBytes } from "../../core/automata/byte-automaton.ts";
import { ALL_FLAGS } from "../../compat/regexp/regexp-flags.ts";
import { regexpAutomaton } from "../../compat/regexp/regexp-pattern.ts";
import { DEFAULT_WORK_LIMIT } from "../../core/automata/work-limit.ts";
import { automatonOf } from "../../query/automata/request-automata.ts";
import { expressionKey } from "../../query/expression.ts";
import { checkRegexLength } from "../../query/limits.ts";
import type { SearcherView } from "../../query/query.ts";
import { RAW, parseLong, parseNumber, termBytes } from "../values/value-format.ts";
import type { ValuesSource } from "../values/values-source.ts";
import type { TermsRequest } from "./terms-request.ts";
import { type TermRule, type TermRules, hasPattern } from "./term-rules.ts";

/** Seed of Elasticsearch's hash for partitions. */
const PARTITION_SEED = 31;

/** One side of the rules: a list of terms, or a predicate. */
export type TermSide = { readonly terms: readonly Uint8Array[] } | { accepts(bytes: Uint8Array): boolean };

/** Both sides of the rules of a field with terms; an absent `include` takes all. */
export interface TermSides {
  readonly include: TermSide | undefined;
  readonly exclude: TermSide | undefined;
}

/** What rules need of a request. */
export type RuledRequest = Pick<TermsRequest, "name" | "rules" | "nowMs">;

/** Whether a term gets a bucket. */
export function acceptsTerm(sides: TermSides | undefined, term: Uint8Array): boolean {
  const holds = (side: TermSide): boolean =>
    "terms" in side ? side.terms.some((one) => Buffer.compare(one, term) === 0) : side.accepts(term);
  return (!sides?.include || holds(sides.include)) && !(sides?.exclude && holds(sides.exclude));
}

/** Whether a number gets a bucket. */
export type NumberFilter = (value: number | bigint) => boolean;

/** The rules for a field with terms; undefined when there are none. Throws 400 for rules that do not fit the field. */
export function termSides(
  request: RuledRequest,
  source: Pick<ValuesSource, "format">,
  searcher: SearcherView,
): TermSides | undefined {
  const { rules, name } = request;
  if (!rules) return undefined;
  if ("partition" in rules) {
    const { partition, partitions } = rules;
    return {
      include: {
        accepts: (bytes) => floorMod(murmur3(bytes, 0, bytes.length, PARTITION_SEED), partitions) === partition,
      },
      exclude: undefined,
    };
  }
  if (source.format.type === "ip" && hasPattern(rules))
    throw illegalArgument(`${REFUSED_PATTERN(name)}Use an array of values for include/exclude clauses`);
  return {
    include: rules.include && sideOf(rules.include, source, searcher),
    exclude: rules.exclude && sideOf(rules.exclude, source, searcher),
  };
}

/** The rules for words that stand in no column; undefined when there are none. */
export function wordSides(rules: TermRules | undefined, name: string, searcher: SearcherView): TermSides | undefined {
  return termSides({ rules, name, nowMs: searcher.nowMs }, { format: RAW }, searcher);
}

/** The filter of a field with numbers; undefined accepts all. Throws 400 for rules that do not fit the field. */
export function numberFilter(request: RuledRequest, source: ValuesSource): NumberFilter | undefined {
  const { rules, name } = request;
  if (!rules) return undefined;
  if ("partition" in rules) {
    const { partition, partitions } = rules;
    const count = BigInt(partitions);
    const bits = source.fractional ? sortableBits : BigInt;
    return (value) => Number(((mix64(bits(value)) % count) + count) % count) === partition;
  }
  if (hasPattern(rules))
    throw illegalArgument(
      `${REFUSED_PATTERN(name)}Use an array of numeric values for include/exclude clauses used to filter numeric fields`,
    );
  const include = rules.include && numbersOf(rules.include, source, request.nowMs);
  const exclude = rules.exclude && numbersOf(rules.exclude, source, request.nowMs);
  return (value) => (!include || include.has(value)) && !exclude?.has(value);
}

const REFUSED_PATTERN = (name: string): string =>
  `Aggregation [${name}] cannot support regular expression style include/exclude settings as they can only be applied to string fields. `;

function sideOf(rule: TermRule, { format }: Pick<ValuesSource, "format">, searcher: SearcherView): TermSide {
  if ("pattern" in rule) {
    const { pattern } = rule;
    checkRegexLength(searcher.mapping, pattern, "request");
    const settings = {
      flags: ALL_FLAGS,
      maxDeterminizedStates: DEFAULT_WORK_LIMIT,
      checkpoint: searcher.planning?.checkpoint,
    };
    const automaton = automatonOf(searcher.planning, expressionKey("rule", pattern), () =>
      regexpAutomaton(pattern, settings),
    );
    return { accepts: (bytes) => acceptsBytes(automaton, bytes) };
  }
  return { terms: rule.texts.map((text) => termBytes(format, text)) };
}

function numbersOf(rule: TermRule, source: ValuesSource, nowMs: number): ReadonlySet<number | bigint> {
  if (!("texts" in rule)) return new Set();
  const parse = source.fractional ? parseNumber : parseLong;
  return new Set(rule.texts.map((text) => parse(source.format, text, nowMs)));
}

function floorMod(value: number, modulus: number): number {
  return (((value | 0) % modulus) + modulus) % modulus;
}

const doubleView = new DataView(new ArrayBuffer(8));

/** Bits of a double in the order of doubles (`NumericUtils.doubleToSortableLong`). */
function sortableBits(value: number | bigint): bigint {
  doubleView.setFloat64(0, Number(value));
  const bits = doubleView.getBigInt64(0);
  return bits ^ ((bits >> 63n) & 0x7fffffffffffffffn);
}

/** Elasticsearch's 64-bit mixer (`BitMixer.mix64`, D. Stafford's variant of the finaliser of MurmurHash3). */
function mix64(value: bigint): bigint {
  let z = BigInt.asUintN(64, value);
  z = BigInt.asUintN(64, (z ^ (z >> 32n)) * 0x4cd6944c5cc20b6dn);
  z = BigInt.asUintN(64, (z ^ (z >> 29n)) * 0xfc12c5b19d3259e9n);
  return BigInt.asIntN(64, z ^ (z >> 32n));
}
