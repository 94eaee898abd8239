/** Sorting by what scripts answer: numbers as they are asked for, texts by their order within a segment. */
import { compareDoubles } from "../../core/compare-doubles.ts";
import { float64Text } from "../../compat/json/json-text.ts";
import { RequestError } from "../../compat/errors.ts";
import { valueText } from "../../compat/value-text.ts";
import { scriptColumns } from "../../mapping/script-columns.ts";
import type { SearcherView } from "../../query/query.ts";
import type { ScriptPrograms } from "../../scripting/script-programs.ts";
import type { SegmentReader } from "../../segment/segment-reader.ts";
import { OrderedBytes } from "./ordered-bytes.ts";
import { afterOf, numberAfter } from "./search-after.ts";
import { compareBytes, type SortKey, type SortLeaf, type SortValue } from "./sort-key.ts";
import type { SortSpec } from "./sort-spec.ts";

type ScriptSort = Extract<SortSpec, { kind: "script" }>;

/** Throws RequestError 400 for a script that does not compile. */
export function scriptKey(spec: ScriptSort, searcher: SearcherView, reserve: (bytes: number) => void): SortKey {
  const { scripts } = searcher.mapping;
  const script = scripts.inline(spec.script);
  const sign = spec.order === "desc" ? -1 : 1;
  if (spec.type === "number") {
    const needsScores = script.source.includes("_score");
    return numberKeyOf(scripts.program(script, "number_sort")(), searcher, sign, needsScores);
  }
  return textKeyOf(scripts.program(script, "string_sort")(), searcher, sign, reserve);
}

function numberKeyOf(
  program: ScriptPrograms["number_sort"],
  { mapping }: SearcherView,
  sign: number,
  needsScores: boolean,
): SortKey {
  const numberOf = (value: SortValue): number => (typeof value === "number" ? value : Number(value ?? 0));
  const write = (value: number, slots: Float64Array, at: number): void => {
    const isNaN = Number.isNaN(value);
    slots[at] = isNaN ? sign * Number.POSITIVE_INFINITY : sign * value;
    slots[at + 1] = isNaN ? sign : Object.is(value, -0) ? -sign : 0;
  };
  return {
    needsScores,
    // NaN has no place among doubles, and 0 only one: the second slot has theirs.
    width: 2,
    leaf(reader): SortLeaf {
      const run = program.leaf({ columns: scriptColumns(mapping, reader) });
      return {
        fill(docs, count, scores, slots, at, stride) {
          for (let i = 0; i < count; i++)
            write(run(docs[i]!, needsScores ? (scores[i] ?? 0) : 0), slots, at + i * stride);
        },
        value(slots, at) {
          const value = sign * (slots[at] ?? 0);
          const beside = sign * (slots[at + 1] ?? 0);
          return beside > 0 ? Number.NaN : beside < 0 ? -0 : value === 0 ? 0 : value;
        },
        encode: (value, slots, at) => write(numberOf(value), slots, at),
      };
    },
    compare: (left, right) => sign * compareDoubles(numberOf(left), numberOf(right)),
    render: (value) => float64Text(numberOf(value)),
    parseAfter: (value) => (value === "NaN" ? Number.NaN : numberAfter("_script", value, "DOUBLE", false)),
  };
}

function textKeyOf(
  program: ScriptPrograms["string_sort"],
  searcher: SearcherView,
  sign: number,
  reserve: (bytes: number) => void,
): SortKey {
  return {
    needsScores: false,
    width: 1,
    leaf(reader): SortLeaf {
      let texts: SegmentTexts | undefined;
      const known = (): SegmentTexts => (texts ??= new SegmentTexts(program, searcher, reader, reserve));
      return {
        fill(docs, count, _scores, slots, at, stride) {
          for (let i = 0; i < count; i++) slots[at + i * stride] = sign * known().ordinal(docs[i]!);
        },
        value: (slots, at) => known().bytes(Math.abs(slots[at] ?? 0)),
        encode(value, slots, at) {
          slots[at] = value instanceof Uint8Array ? sign * known().place(value) : Number.POSITIVE_INFINITY;
        },
      };
    },
    compare: (left, right) =>
      left instanceof Uint8Array && right instanceof Uint8Array ? sign * compareBytes(left, right) : 0,
    render: (value) => (value instanceof Uint8Array ? Buffer.from(value).toString() : null),
    parseAfter: (value) => afterOf("_script", () => Buffer.from(valueText(value))),
  };
}

/** The texts of all documents of a segment. A script may fail on documents that nobody asks for. */
class SegmentTexts {
  readonly #texts: OrderedBytes;
  readonly #failures = new Map<number, unknown>();

  constructor(
    program: ScriptPrograms["string_sort"],
    { mapping, planning, segments, liveDocs }: SearcherView,
    reader: SegmentReader,
    reserve: (bytes: number) => void,
  ) {
    const run = program.leaf({ columns: scriptColumns(mapping, reader) });
    this.#texts = new OrderedBytes({
      docCount: reader.docCount,
      live: liveDocs[segments.indexOf(reader)],
      valueOf: (doc) => this.#textOf(run, doc),
      reserve,
      checkpoint: planning && (() => planning.checkpoint()),
    });
  }

  #textOf(run: (doc: number, score: number) => string | null, doc: number): Uint8Array | undefined {
    try {
      const text = run(doc, 0);
      if (text !== null) return Buffer.from(text);
      throw new RequestError(400, "null_pointer_exception", "null");
    } catch (error) {
      if (!(error instanceof RequestError)) throw error;
      this.#failures.set(doc, error);
      return undefined;
    }
  }

  ordinal(doc: number): number {
    const ordinal = this.#texts.ordinal(doc);
    if (ordinal < 0) throw this.#failures.get(doc);
    return ordinal;
  }

  bytes(ordinal: number): Uint8Array | null {
    return this.#texts.bytes(ordinal);
  }

  place(text: Uint8Array): number {
    return this.#texts.place(text);
  }
}
