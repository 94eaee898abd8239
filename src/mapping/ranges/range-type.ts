/** Makes the range types. A range is a term of its two bounds; queries test the terms of the dictionary. */
import { illegalArgument, RequestError } from "../../compat/errors.ts";
import { isJsonObject, type Json, type JsonObject } from "../../core/json.ts";
import { dateFormat } from "../../compat/dates/date-format.ts";
import { javaUtf8 } from "../../compat/java-utf8.ts";
import { type NameTable, nameTable, put } from "../../core/names.ts";
import { localeParameter } from "../dates/date-type.ts";
import { ranges } from "../field-capabilities.ts";
import { baseField, defineFieldType, refuseFetchFormat } from "../define-field-type.ts";
import type { FieldType, IndexableField, RangeBounds, RangeRelation, ValueContext } from "../field-type.ts";
import { javaText } from "../mapping-error.ts";
import {
  coerceParameter,
  docValuesParameter,
  indexParameter,
  type Parameter,
  settingFlag,
  storeParameter,
} from "../parameter.ts";
import { badToken, badValue, badValueBecause, tokenNameOf, ValueError } from "../value-error.ts";
import { joinedRanges } from "./joined-ranges.ts";
import type { BoundReader, OpenRange, RangeKind } from "./range-kind.ts";
import { rangeTest, type RangeTest } from "./range-term.ts";

const DATE_RANGE = "date_range";
export const DEFAULT_DATE_FORMAT = "strict_date_optional_time||epoch_millis";

const formatParameter: Parameter = {
  name: "format",
  fallback: DEFAULT_DATE_FORMAT,
  updateable: false,
  read(value) {
    const text = javaText(value);
    dateFormat(text);
    return text;
  },
};

/** The keys of a range in a document. */
const SIDES: NameTable<{ readonly lower: boolean; readonly included: boolean }> = nameTable({
  gt: { lower: true, included: false },
  gte: { lower: true, included: true },
  lt: { lower: false, included: false },
  lte: { lower: false, included: true },
});

/** The type of a kind of values. */
export function rangeType<Bound>(kind: RangeKind<Bound>, summary: string): FieldType {
  const capabilities = { ...ranges, ...kind.capabilities };
  return defineFieldType({
    name: kind.name,
    summary,
    parameters: [
      indexParameter,
      docValuesParameter,
      storeParameter,
      coerceParameter,
      kind.name === DATE_RANGE ? formatParameter : noFormat,
      localeParameter,
    ],

    create({ values, shown: asked }, context): IndexableField {
      const { path } = context;
      const shown = { ...asked };
      if (kind.name !== DATE_RANGE) {
        // A locale is accepted for all ranges, and returned for dates.
        if (values["format"] !== noFormat.fallback) throw withoutDates(path);
        delete shown["locale"];
      }
      const indexed = values["index"] === true;
      const column = values["doc_values"] === true;
      const kept = indexed || column;
      const coerce = values["coerce"] ?? settingFlag(context, "index.mapping.coerce", true);
      const reader = kind.reader({ ...values, coerce });
      const base = baseField(path, {
        type: kind.name,
        capabilities,
        searchable: indexed,
        aggregatable: column,
        spec: { terms: undefined, norms: false, column: kept ? "ordinals" : undefined },
        shown,
      });
      const term = new Uint8Array(kind.width * 2);
      return {
        ...base,
        relates: (bounds, relation) => testOf(kind, reader, bounds, relation),
        syntheticSource: column
          ? { order: "set", text: (value) => rangeText(kind, reader, value as Uint8Array) }
          : undefined,

        index(value, target) {
          if (value === null) return;
          const range = documentRange(kind, reader, path, value, target);
          const isReversed = writeRange(kind, term, range);
          // As in Elasticsearch, only indexed ranges must begin before they end.
          if (isReversed && indexed) throw reversed(kind, range);
          if (kept) target.builder.addOrdinalTerm(target.field, term, 0, term.length);
          else target.builder.addPresence(target.field);
        },

        joined: (terms) =>
          joinedRanges(
            terms.map((one) => [kind.read(one, 0), kind.read(one, kind.width)] as const),
            (bound) => kind.joinedBound(bound),
          ),

        format(value) {
          if (!kind.showsDocValues)
            throw new RequestError(500, "unsupported_operation_exception", "null", { details: { reason: null } });
          const text = value instanceof Uint8Array ? javaUtf8(value, false) : undefined;
          if (text !== undefined) return text;
          throw illegalArgument("Failed trying to format bytes as UTF8.  Possibly caused by a mapping mismatch");
        },

        fetchStored: (value) => storedRange(kind, reader, value),

        fetch(sourceValue, format) {
          if (format !== undefined) dateFormat(format);
          if (kind.name !== DATE_RANGE) refuseFetchFormat(base, format);
          // Elasticsearch cannot read open bounds here.
          if (isJsonObject(sourceValue) && Object.values(sourceValue).includes(null)) return undefined;
          return shownRange(reader, sourceValue, format);
        },
      };
    },
  });
}

/** `format` of ranges without dates: only the default is accepted. */
const noFormat: Parameter = { ...formatParameter, read: javaText };

function withoutDates(path: string): Error {
  const name = path.slice(path.lastIndexOf(".") + 1);
  return illegalArgument(
    `field [${name}] of type [range] should not define a dateTimeFormatter unless it is a DATE type`,
  );
}

interface Range<Bound> {
  readonly from: Bound;
  readonly to: Bound;
}

/** Writes both bounds; returns whether the range ends before it begins. */
function writeRange<Bound>(kind: RangeKind<Bound>, term: Uint8Array, { from, to }: Range<Bound>): boolean {
  kind.write(from, term, 0);
  kind.write(to, term, kind.width);
  return Buffer.compare(term.subarray(0, kind.width), term.subarray(kind.width)) > 0;
}

function reversed<Bound>(kind: RangeKind<Bound>, { from, to }: Range<Bound>): ValueError {
  const error = badValue(kind.reversed(from, to));
  error.previewText = "null";
  return error;
}

/**
 * The range of a document's value, with exclusive bounds moved to their neighbours. Of several keys for one side the
 * last one wins.
 */
function documentRange<Bound>(
  kind: RangeKind<Bound>,
  reader: BoundReader<Bound>,
  path: string,
  value: Json,
  target: ValueContext,
): Range<Bound> {
  if (!isJsonObject(value)) {
    const range = reader.ofText?.(value);
    if (range) return range;
    throw parsingError(`error parsing field [${path}], expected an object but got %NAME%`);
  }
  let { min: from, max: to } = kind;
  for (const [key, bound] of Object.entries(value)) {
    target.item(key);
    const side = Object.hasOwn(SIDES, key) ? SIDES[key] : undefined;
    try {
      if (!side) throw parsingError(`error parsing field [${path}], with unknown parameter [${key}]`);
      const read = reader.ofDocument(bound, side.lower !== side.included, target);
      if (side.lower) from = read === undefined ? kind.min : side.included ? read : kind.next(read);
      else to = read === undefined ? kind.max : side.included ? read : kind.previous(read);
    } catch (error) {
      if (error instanceof ValueError) error.part ??= bound;
      throw error;
    }
  }
  target.item(undefined);
  return { from, to };
}

/** JSON text of a range of the column: both bounds inclusive, null for an open side. */
function rangeText<Bound>(kind: RangeKind<Bound>, reader: BoundReader<Bound>, term: Uint8Array): string {
  const open = new Uint8Array(kind.width);
  const side = (at: number, end: Bound): string => {
    kind.write(end, open, 0);
    const isOpen = Buffer.compare(open, term.subarray(at, at + kind.width)) === 0;
    return isOpen ? "null" : reader.text(kind.read(term, at));
  };
  return `{"gte":${side(0, kind.min)},"lte":${side(kind.width, kind.max)}}`;
}

/** The stored form of a range: `[1 : 5)`, with the extreme values for open bounds. */
function storedRange<Bound>(kind: RangeKind<Bound>, reader: BoundReader<Bound>, value: Json): Json | undefined {
  if (value === null) return undefined;
  try {
    const network = isJsonObject(value) ? undefined : reader.ofText?.(value);
    if (network) return `[${reader.javaText(network.from)} : ${reader.javaText(network.to)}]`;
    if (!isJsonObject(value)) return undefined;
    let [from, to] = [`[${reader.javaText(kind.min)}`, `${reader.javaText(kind.max)}]`];
    for (const [key, bound] of Object.entries(value)) {
      const side = Object.hasOwn(SIDES, key) ? SIDES[key] : undefined;
      const read = side && reader.ofDocument(bound, side.lower !== side.included, { numberText: String });
      if (!side || read === undefined) continue;
      if (side.lower) from = `${side.included ? "[" : "("}${reader.javaText(read)}`;
      else to = `${reader.javaText(read)}${side.included ? "]" : ")"}`;
    }
    return `${from} : ${to}`;
  } catch {
    return undefined; // An invalid range was refused at index time.
  }
}

function parsingError(reason: string): ValueError {
  return badValueBecause(new RequestError(400, "document_parsing_exception", `[%LINE%:%COLUMN%] ${reason}`));
}

function testOf<Bound>(
  kind: RangeKind<Bound>,
  reader: BoundReader<Bound>,
  bounds: RangeBounds,
  relation: RangeRelation,
): RangeTest {
  const { from = kind.min, to = kind.max } = reader.ofQuery(bounds);
  const lower = new Uint8Array(kind.width);
  const upper = new Uint8Array(kind.width);
  kind.write(from, lower, 0);
  kind.write(to, upper, 0);
  if (Buffer.compare(lower, upper) > 0) {
    throw illegalArgument(
      `Range query \`from\` value (${boundText(from)}) is greater than \`to\` value (${boundText(to)})`,
    );
  }
  return rangeTest(lower, upper, relation);
}

function boundText(bound: unknown): string {
  return bound instanceof Uint8Array ? [...bound].join(".") : String(bound);
}

/** A range with its bounds normalized; undefined for a value that no document can have. */
function shownRange<Bound>(reader: BoundReader<Bound>, value: Json, format: string | undefined): Json | undefined {
  try {
    if (value === null) return undefined;
    if (!isJsonObject(value)) return reader.ofText?.(value) ? value : undefined;
    const shown: JsonObject = {};
    for (const [key, bound] of Object.entries(value)) {
      if (bound === null) return undefined;
      put(shown, key, reader.show(bound, format));
    }
    return shown;
  } catch {
    return undefined;
  }
}

/** Calls `read` with the inclusive or exclusive bound of each side, and moves exclusive ones to their neighbours. */
export function queryBounds<Bound>(
  kind: Pick<RangeKind<Bound>, "next" | "previous">,
  bounds: RangeBounds,
  read: (value: Json) => Bound,
): OpenRange<Bound> {
  const { gte, gt, lte, lt } = bounds;
  return {
    from: given(gte) ? read(gte) : given(gt) ? kind.next(read(gt)) : undefined,
    to: given(lte) ? read(lte) : given(lt) ? kind.previous(read(lt)) : undefined,
  };
}

/** Throws for objects and arrays, like Elasticsearch's number parser. */
export function refuseStructure(value: Json): Json {
  if (typeof value !== "object" || value === null) return value;
  throw badToken(
    "json_parse_exception",
    `Current token (${tokenNameOf(value)}) not numeric, can not use numeric value accessors`,
  );
}

function given(value: Json | undefined): value is Exclude<Json, null> {
  return value !== undefined && value !== null;
}
