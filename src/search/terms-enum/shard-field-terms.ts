/** The terms of a field on a shard that begin with a text, in order. */
import { formatIpAddress } from "../../compat/ip-address.ts";
import { type ByteAutomaton, DEAD } from "../../core/automata/byte-automaton.ts";
import type { MappedField } from "../../mapping/field-type.ts";
import { prefixRange, selectTerms } from "../../query/automata/select-terms.ts";
import type { SearcherView } from "../../query/query.ts";
import type { TermsReader } from "../../segment/segment-reader.ts";
import type { TermsRequest } from "./parse-terms-enum.ts";

/** Terms looked at between two calls of the checkpoint. */
const TERMS_PER_CHECKPOINT = 256;
const decoder = new TextDecoder();

/**
 * At most as many as asked for of each segment, each as often as segments have it. Deleted documents count until they
 * are merged away. Yields each term as soon as it is found.
 */
export function* shardFieldTerms(
  { segments }: SearcherView,
  field: MappedField,
  asked: TermsRequest,
  checkpoint: () => void,
): Generator<string> {
  if (!field.listsTerms) return;
  if (field.constant !== undefined) {
    if (field.constant !== null && isAsked(field.constant, asked)) yield field.constant;
    return;
  }
  const { path, prefix } = { path: field.keyed?.all.path ?? field.path, prefix: field.keyed?.prefix ?? "" };
  for (const segment of segments) {
    for (const scope of [segment, ...segment.spaces]) {
      const terms = scope.terms(path);
      if (terms) yield* dictionaryTerms({ terms, prefix, decode: decoderOf(field) }, asked, checkpoint);
    }
  }
}

/** One dictionary. */
interface Dictionary {
  readonly terms: TermsReader;
  /** Stands before each term of the field. */
  readonly prefix: string;
  /** Undefined: terms are their texts. */
  readonly decode: ((term: Uint8Array) => string) | undefined;
}

function decoderOf({ capabilities, decodeTerm }: MappedField): Dictionary["decode"] {
  return capabilities.valueFormat === "ip" ? formatIpAddress : decodeTerm;
}

function* dictionaryTerms(
  { terms, prefix, decode }: Dictionary,
  asked: TermsRequest,
  checkpoint: () => void,
): Generator<string> {
  let found = 0;
  let looked = 0;
  for (const ordinal of ordinals(
    terms,
    prefix,
    decode ? { ...asked, prefix: "", after: undefined } : asked,
    checkpoint,
  )) {
    if (++looked % TERMS_PER_CHECKPOINT === 0) checkpoint();
    const bytes = terms.bytes(ordinal);
    const text = decode ? decode(bytes) : decoder.decode(bytes).slice(prefix.length);
    if (!isAsked(text, asked)) continue;
    yield text;
    // Encoded terms stand in another order than their texts.
    if (++found === asked.size && !decode) return;
  }
}

function* ordinals(
  terms: TermsReader,
  before: string,
  { prefix, after, caseInsensitive }: TermsRequest,
  checkpoint: () => void,
): Generator<number> {
  const first = after === undefined ? 0 : terms.ceiling(Buffer.from(before + after));
  if (caseInsensitive && prefix !== "") {
    const selected = selectTerms(terms, new LetterPrefix(before, prefix), checkpoint);
    for (const ordinal of selected) if (ordinal >= first) yield ordinal;
    return;
  }
  const { from, to } = prefixRange(terms, Buffer.from(before + prefix));
  for (let ordinal = Math.max(first, from); ordinal < to; ordinal++) yield ordinal;
}

function isAsked(text: string, { prefix, after, caseInsensitive }: TermsRequest): boolean {
  if (after !== undefined && Buffer.compare(Buffer.from(text), Buffer.from(after)) <= 0) return false;
  if (!caseInsensitive) return text.startsWith(prefix);
  return lowered(text.slice(0, prefix.length)) === lowered(prefix);
}

/** Letters of ASCII alone, as in Lucene. */
function lowered(text: string): string {
  return text.replaceAll(/[A-Z]+/g, (letters) => letters.toLowerCase());
}

/** Terms that begin with a text in any case; states are the bytes that were read. */
class LetterPrefix implements ByteAutomaton {
  readonly start = 0;
  readonly heldBytes = 0;
  readonly #bytes: Uint8Array;
  /** From here on letters of either case are the same. */
  readonly #exact: number;

  constructor(exact: string, prefix: string) {
    this.#exact = Buffer.byteLength(exact);
    this.#bytes = Buffer.from(exact + lowered(prefix));
  }

  step(state: number, byte: number): number {
    if (state === this.#bytes.length) return state;
    const isUpper = state >= this.#exact && byte >= 0x41 && byte <= 0x5a;
    return (isUpper ? byte + 0x20 : byte) === this.#bytes[state] ? state + 1 : DEAD;
  }

  accepts(state: number): boolean {
    return state === this.#bytes.length;
  }

  least(): number {
    return 0;
  }

  greatest(): number {
    return 255;
  }
}
