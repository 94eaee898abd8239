/** What a program runs on, which the variables of its context are read from. */
import type { JsonObject } from "../../../core/json.ts";
import type { ScriptColumns, ScriptSegment } from "../../script-document.ts";
import type { TypedReads } from "../compile/typed-reads.ts";
import { DocMap, type Place } from "../runtime/doc-values.ts";
import { JavaMap } from "../runtime/maps.ts";
import { mapOf } from "../runtime/json-values.ts";
import type { Value } from "../runtime/values.ts";

const noColumns: ScriptColumns = () => undefined;

/** A document that moves, with the parameters. */
export class DocumentRun implements Place, TypedReads {
  doc = 0;
  score = 0;
  value: Value = null;
  readonly docs: DocMap;
  readonly params: JavaMap;
  /** What was emitted. */
  readonly emitted: Value[] = [];
  firsts: TypedReads["firsts"] = [];
  columns: TypedReads["columns"] = [];
  numbers: readonly number[] = [];
  checkpoint: (() => void) | undefined;
  #source: (() => JsonObject) | undefined;
  #sourceMap: JavaMap | undefined;

  constructor(params: JsonObject, columns: ScriptColumns = noColumns) {
    this.docs = new DocMap(columns, this);
    this.params = new ParamsMap(params, this);
  }

  /** Where it goes on. */
  moveTo(columns: ScriptColumns, doc: number, source?: () => JsonObject): void {
    this.docs.moveTo(columns);
    this.doc = doc;
    this.#source = source;
    this.#sourceMap = undefined;
  }

  over({ columns, source, checkpoint }: ScriptSegment): (doc: number) => void {
    this.docs.moveTo(columns);
    this.checkpoint = checkpoint;
    this.#source = source && (() => source(this.doc));
    return (doc) => {
      this.doc = doc;
      this.#sourceMap = undefined;
    };
  }

  /** `_source`; undefined where scripts are given none. */
  get source(): JavaMap | undefined {
    if (!this.#source) return undefined;
    return (this.#sourceMap ??= mapOf(this.#source()));
  }
}

/** `params`, which has the source of the document as well. */
class ParamsMap extends JavaMap {
  readonly #run: DocumentRun;

  constructor(params: JsonObject, run: DocumentRun) {
    super("hash");
    for (const { key, value } of mapOf(params, "hash").entries()) this.put(key, value);
    this.#run = run;
    this.freeze();
  }

  override get(key: Value): Value {
    if (key === "_source" || key === "doc" || key === "_doc") {
      const found = key === "_source" ? this.#run.source : this.#run.docs;
      if (found) return found;
    }
    return super.get(key);
  }

  override has(key: Value): boolean {
    return super.has(key) || (key === "_source" && this.#run.source !== undefined);
  }
}

/** A map of parameters that stays as it is. */
export function fixedParams(params: JsonObject): JavaMap {
  return mapOf(params, "hash").freeze();
}
