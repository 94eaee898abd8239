/** `field_value_factor`: the value of a numeric field, changed by a factor and a modifier. */
import { illegalArgument, parsingException, RequestError } from "../../../compat/errors.ts";
import { javaDouble, javaFloat } from "../../../core/float32.ts";
import type { JsonObject } from "../../../core/json.ts";
import { nameTable, type NameTable } from "../../../core/names.ts";
import { requireFieldData } from "../../../mapping/field-data.ts";
import type { MappedField } from "../../../mapping/field-type.ts";
import type { SegmentReader } from "../../../segment/segment-reader.ts";
import { NumberColumn } from "../../columns/number-column.ts";
import { expressionKey } from "../../expression.ts";
import { explained } from "../../scoring/explanation.ts";
import { queryShardException } from "../../query-shard-exception.ts";
import { numberOf, textOf } from "../read-scalar.ts";
import type { ScoreFunction, ScoreFunctionKind, SegmentFunction } from "../score-function.ts";

const MODIFIERS: NameTable<(value: number) => number> = nameTable({
  none: (value) => value,
  log: Math.log10,
  log1p: (value) => Math.log10(value + 1),
  log2p: (value) => Math.log10(value + 2),
  ln: Math.log,
  ln1p: Math.log1p,
  ln2p: (value) => Math.log1p(value + 1),
  square: (value) => value * value,
  sqrt: Math.sqrt,
  reciprocal: (value) => 1 / value,
});

interface Factor {
  readonly field: string;
  /** A float32. */
  readonly factor: number;
  readonly missing: number | undefined;
  readonly modifier: string;
}

export const fieldValueFactor: ScoreFunctionKind = {
  name: "field_value_factor",

  read(body) {
    const factor = readFactor(body);
    return {
      on(searcher): ScoreFunction {
        const field = searcher.mapping.field(factor.field);
        if (!field && factor.missing === undefined) throw unmapped(factor.field);
        if (field) requireNumbers(field, factor.field, searcher.index);
        return {
          type: "org.elasticsearch.common.lucene.search.function.FieldValueFactorFunction",
          key: expressionKey("field_value_factor", field?.path, factor.factor, factor.missing, factor.modifier),
          needsScores: false,
          weight: 1,
          open: (segment) => opened(segment, field, factor),
        };
      },
    };
  },
};

function readFactor(body: JsonObject): Factor {
  let field: string | undefined;
  let factor = 1;
  let missing: number | undefined;
  let modifier = "none";
  for (const [key, value] of Object.entries(body)) {
    if (Array.isArray(value)) throw parsingException(`[field_value_factor] field 'field' cannot be an array`);
    if (key === "field") field = textOf(value);
    else if (key === "factor") factor = Math.fround(numberOf(value));
    else if (key === "missing") missing = numberOf(value);
    else if (key === "modifier") modifier = modifierOf(textOf(value));
    else throw parsingException(`field_value_factor query does not support [${key}]`);
  }
  if (field === undefined) throw parsingException("[field_value_factor] required field 'field' missing");
  return { field, factor, missing, modifier };
}

function modifierOf(text: string): string {
  const name = text.toLowerCase();
  if (MODIFIERS[name]) return name;
  const type = "org.elasticsearch.common.lucene.search.function.FieldValueFactorFunction.Modifier";
  throw illegalArgument(`No enum constant ${type}.${text.toUpperCase()}`);
}

function unmapped(path: string): RequestError {
  const reason = `Unable to find a field mapper for field [${path}]. No 'missing' value defined.`;
  return new RequestError(500, "exception", reason);
}

/** Elasticsearch casts the field's data here, and shows the classes when they do not fit. */
function requireNumbers(field: MappedField, name: string, index: string): void {
  requireFieldData(field, name, index);
  if (field.capabilities.valuesSource === "numbers") return;
  throw queryShardException(
    index,
    `failed to create query: field [${name}] of type [${field.type}] has no numeric values`,
    new RequestError(400, "class_cast_exception", `field [${name}] of type [${field.type}] has no numeric values`),
  );
}

function opened(
  segment: SegmentReader,
  field: MappedField | undefined,
  { field: name, factor, missing, modifier }: Factor,
): SegmentFunction {
  const column = field && new NumberColumn(segment, field);
  const modify = MODIFIERS[modifier]!;
  const made = (given: number | undefined): number => {
    if (given === undefined) throw new RequestError(500, "exception", `Missing value for field [${name}]`);
    const result = modify(given * factor);
    if (result < 0) throw negative(result, given, modifier);
    return result;
  };
  const value = (doc: number): number => {
    const at = column?.start(doc) ?? 0;
    return made(column && at < column.end(doc) ? column.at(at) : missing);
  };
  const values = (docs: Uint32Array, count: number, into: Float64Array): void => {
    if (column?.singles(docs, count, into))
      for (let i = 0; i < count; i++) into[i] = made(Number.isNaN(into[i]!) ? missing : into[i]!);
    else for (let i = 0; i < count; i++) into[i] = value(docs[i]!);
  };
  const orElse = missing === undefined ? "" : `?:${javaDouble(missing)}`;
  const described = `field value function: ${modifier}(doc['${name}'].value${orElse} * factor=${javaFloat(factor)})`;
  return { value, values, explain: (doc) => explained(Math.fround(value(doc)), described) };
}

function negative(result: number, value: number, modifier: string): RequestError {
  const better =
    modifier === "log" || modifier === "ln"
      ? `; consider using ${modifier}1p or ${modifier}2p instead of ${modifier} to avoid negative scores`
      : "";
  const reason = `field value function must not produce negative scores, but got: [${javaDouble(result)}] for field value: [${javaDouble(value)}]${better}`;
  return illegalArgument(reason);
}
