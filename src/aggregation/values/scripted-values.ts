/** The values that a script makes of documents, or of the values of a field. */
import type { ScriptPrograms, ValuesRun } from "../../scripting/script-programs.ts";
import type { ScriptColumn, ScriptValue } from "../../scripting/script-document.ts";
import { WINDOW_DOCS } from "../../segment/format.ts";
import type { SegmentReader } from "../../segment/segment-reader.ts";
import type { ShardCollection } from "../aggregation-kind.ts";
import { scriptDocuments } from "./script-documents.ts";

/** Documents between two looks for cancellation. */
const CHECKED_DOCS = 64;
/** Bytes of a text that is kept, beside its letters. */
const TEXT_BYTES = 96;

/** The script of a source. */
export interface ValueScript {
  readonly program: ScriptPrograms["aggs"];
  /** The field whose values are `_value`, one after the other; undefined: the script runs once for a document. */
  readonly fieldName: string | undefined;
  /** Whether whole numbers of the field are longs to the script; else they are doubles. */
  readonly asLongs: boolean;
}

/** Takes one value that a script made: `index` says which of its run. */
export type TakeScripted = (place: number, run: ValuesRun, index: number) => void;

/** Runs a script over the documents of a segment. */
export class ScriptedValues {
  readonly #run: ValuesRun;
  readonly #field: ScriptColumn | undefined;
  readonly #asLongs: boolean;
  readonly #shard: ShardCollection;

  constructor(reader: SegmentReader, { program, fieldName, asLongs }: ValueScript, shard: ShardCollection) {
    const documents = scriptDocuments(shard, reader);
    this.#run = program.leaf(documents);
    this.#field = fieldName === undefined ? undefined : documents.columns(fieldName);
    this.#asLongs = asLongs;
    this.#shard = shard;
  }

  /** Accounts for a text of this length that is kept. */
  reserve(length: number): void {
    this.#shard.reserve(TEXT_BYTES + 2 * length);
  }

  /** Makes the values of a batch. `end` is called behind those of each document. */
  each(docs: Uint32Array, count: number, take: TakeScripted, end: (place: number) => void): void {
    const { scores, searcher } = this.#shard;
    const run = this.#run;
    for (let place = 0; place < count; place++) {
      if (place % CHECKED_DOCS === 0) searcher.planning?.checkpoint();
      const doc = docs[place]!;
      const score = scores?.[doc % WINDOW_DOCS] ?? 0;
      if (this.#field) this.#eachOfField(this.#field, { doc, score, place }, take);
      else for (let i = 0, made = run.run(doc, score, null); i < made; i++) take(place, run, i);
      end(place);
    }
  }

  #eachOfField(
    field: ScriptColumn,
    { doc, score, place }: { readonly doc: number; readonly score: number; readonly place: number },
    take: TakeScripted,
  ): void {
    const run = this.#run;
    const values = field.count(doc);
    for (let i = 0; i < values; i++) {
      const made = run.run(doc, score, valueOf(field.value(doc, i), field.form, this.#asLongs));
      // Each value becomes one other.
      if (made > 0) take(place, run, 0);
    }
  }
}

/** A double as a number, a long as a bigint. */
function valueOf(value: ScriptValue, form: ScriptColumn["form"], asLongs: boolean): number | bigint | string | null {
  if (typeof value === "object") return null;
  if (typeof value === "string") return value;
  const plain = form === "date_nanos" ? BigInt(value) / 1_000_000n : value;
  return asLongs && form !== "double" ? BigInt(plain) : Number(plain);
}
