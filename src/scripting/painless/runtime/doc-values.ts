/** `doc[…]`: the values of a document in a column, as lists (Elasticsearch's ScriptDocValues). */
import type { ScriptColumn, ScriptColumns, ScriptPoint, ScriptValue, ScriptValueForm } from "../../script-document.ts";
import type { JsonObject } from "../../../core/json.ts";
import { JavaList } from "./collections.ts";
import { ZonedDateTime } from "./date-time.ts";
import { illegalArgumentError, illegalStateError } from "./java-error.ts";
import { longOf } from "./longs.ts";
import { MapEntry, JavaMap } from "./maps.ts";
import { Boxed, boxLong, JavaObject, textOf, type Value } from "./values.ts";

const CLASSES: Readonly<Record<ScriptValueForm, string>> = {
  long: "org.elasticsearch.index.fielddata.ScriptDocValues.Longs",
  double: "org.elasticsearch.index.fielddata.ScriptDocValues.Doubles",
  boolean: "org.elasticsearch.index.fielddata.ScriptDocValues.Booleans",
  text: "org.elasticsearch.index.fielddata.ScriptDocValues.Strings",
  date: "org.elasticsearch.index.fielddata.ScriptDocValues.Dates",
  date_nanos: "org.elasticsearch.index.fielddata.ScriptDocValues.Dates",
  point: "org.elasticsearch.index.fielddata.ScriptDocValues.GeoPoints",
  vector: "org.elasticsearch.xpack.vectors.query.DenseVectorScriptDocValues",
};

/** `GeoPoint`. */
export class GeoPoint extends JavaObject {
  readonly java = "org.elasticsearch.common.geo.GeoPoint";
  readonly lat: number;
  readonly lon: number;

  constructor({ lat, lon }: ScriptPoint) {
    super();
    this.lat = lat;
    this.lon = lon;
  }

  override sameAs(): string {
    return `${this.lat} ${this.lon}`;
  }

  override text(): string {
    return `${textOf(this.lat)}, ${textOf(this.lon)}`;
  }

  override json(): JsonObject {
    return { lat: this.lat, lon: this.lon };
  }
}

/** The document that is looked at, which moves. */
export interface Place {
  doc: number;
}

export class DocValues extends JavaList {
  readonly column: ScriptColumn;
  readonly doc: number;

  constructor(column: ScriptColumn, doc: number) {
    super(valuesOf(column, doc), CLASSES[column.form], true);
    this.column = column;
    this.doc = doc;
  }

  /** `value`. */
  first(): Value {
    if (this.items.length === 0) throw noValue();
    return this.items[0]!;
  }

  override get(index: number): Value {
    if (this.items.length === 0) return this.first();
    return super.get(index);
  }

  /** A vector, for functions that take one. */
  vector(): ArrayLike<number> {
    return this.column.value(this.doc, 0) as ArrayLike<number>;
  }
}

function valuesOf(column: ScriptColumn, doc: number): Value[] {
  const count = column.count(doc);
  const values: Value[] = [];
  for (let i = 0; i < count; i++) values.push(shown(column.form, column.value(doc, i)));
  return values;
}

function noValue(): Error {
  return illegalStateError(
    "A document doesn't have a value for a field! Use doc[<field>].size()==0 to check if a document is missing a field!",
  );
}

/** `doc[…].value`: the same without the others. */
export function firstOf(column: ScriptColumn, doc: number): Value {
  const { form, first } = column;
  if (first && (form === "long" || form === "double")) {
    const number = first(doc);
    if (number === number) return form === "long" ? boxLong(number) : number;
  }
  if (column.count(doc) === 0) throw noValue();
  return shown(form, column.value(doc, 0));
}

/** The same of numbers that doubles hold. */
export function firstNumberOf(column: ScriptColumn, doc: number): number {
  if (column.count(doc) === 0) throw noValue();
  return Number(column.value(doc, 0));
}

/** A value of a column as an object. */
export function shown(form: ScriptValueForm, value: ScriptValue): Value {
  switch (form) {
    case "long":
      return boxLong(typeof value === "bigint" ? longOf(value) : (value as number));
    case "double":
      return Number(value);
    case "boolean":
      return Number(value) === 1;
    case "text":
      return value as string;
    case "date":
      return ZonedDateTime.ofMillis(Number(value));
    case "date_nanos":
      return ZonedDateTime.ofNanos(value as bigint);
    case "point":
      return new GeoPoint(value as ScriptPoint);
    case "vector":
      return new JavaList(Array.from(value as ArrayLike<number>, (each) => new Boxed("float", each)));
  }
}

/** `doc`. */
export class DocMap extends JavaMap {
  readonly #place: Place;
  #columns: ScriptColumns;
  readonly #found = new Map<string, ScriptColumn>();
  /** Those of the document that was looked at last. */
  readonly #values = new Map<string, DocValues>();

  constructor(columns: ScriptColumns, place: Place) {
    super("linked");
    this.#columns = columns;
    this.#place = place;
    this.freeze();
  }

  /** Other documents. */
  moveTo(columns: ScriptColumns): void {
    if (columns === this.#columns) return;
    this.#columns = columns;
    this.#found.clear();
    this.#values.clear();
  }

  override get(key: Value): DocValues {
    const name = textOf(key);
    const { doc } = this.#place;
    let values = this.#values.get(name);
    if (values?.doc !== doc) this.#values.set(name, (values = new DocValues(this.column(name), doc)));
    return values;
  }

  override has(key: Value): boolean {
    return this.#columns(textOf(key)) !== undefined;
  }

  override find(key: Value): MapEntry | undefined {
    return this.has(key) ? new MapEntry(key, this.get(key)) : undefined;
  }

  column(name: string): ScriptColumn {
    let column = this.#found.get(name);
    if (!column) {
      column = this.#columns(name);
      if (!column) throw illegalArgumentError(`No field found for [${name}] in mapping`);
      this.#found.set(name, column);
    }
    return column;
  }

  /** Undefined: there is no such field. */
  columnIfAny(name: string): ScriptColumn | undefined {
    return this.#found.get(name) ?? this.#columns(name);
  }
}

/** `field(…)`. */
export class FieldValues extends JavaList {
  override readonly java = "org.elasticsearch.script.field.Field";
  readonly name: string;

  constructor(name: string, values: readonly Value[]) {
    super([...values], undefined, true);
    this.name = name;
  }
}
