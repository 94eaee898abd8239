/** The bodies of rules, in the words of Elasticsearch's declared parsers: each value has one type. */
import { BodyReader, contentParseException, tokenName } from "../../compat/body-reader.ts";
import { illegalArgument, RequestError } from "../../compat/errors.ts";
import { isJsonObject, type Json } from "../../core/json.ts";
import type { MappedField } from "../../mapping/field-type.ts";
import type { Analyzer } from "../../analysis/analyzer.ts";
import type { SearcherView } from "../query.ts";
import { noIntervals } from "./combine-sources.ts";
import type { IntervalSource } from "./interval-source.ts";

/** A rule that was read: it becomes intervals once an index is known. Throws RequestError for fields that have none. */
export type Rule = (searcher: SearcherView, field: MappedField) => IntervalSource;

export class RuleBody {
  readonly #read: BodyReader;
  readonly #name: string;

  constructor(name: string, body: Json) {
    if (!isJsonObject(body)) throw contentParseException(`[${name}] Expected START_OBJECT but was: ${tokenName(body)}`);
    this.#name = name;
    this.#read = new BodyReader(name, body, "object");
  }

  text(key: string): string | undefined {
    const value = this.#read.json(key);
    if (value !== undefined && typeof value !== "string") throw this.notOf(key, value);
    return value;
  }

  integer(key: string): number | undefined {
    return this.#read.integer(key);
  }

  boolean(key: string): boolean | undefined {
    return this.parse(key, () => this.#read.boolean(key));
  }

  json(key: string): Json | undefined {
    return this.#read.json(key);
  }

  /** Reads a value; an error becomes the cause of one about the key. */
  parse<Value>(key: string, read: () => Value): Value {
    try {
      return read();
    } catch (error) {
      if (!(error instanceof RequestError)) throw error;
      throw contentParseException(`[${this.#name}] failed to parse field [${key}]`, error);
    }
  }

  notOf(key: string, value: Json): RequestError {
    return contentParseException(`[${this.#name}] ${key} doesn't support values of type: ${tokenName(value)}`);
  }

  /** Refuses what was not read, and the absence of a key. */
  end(required?: string): void {
    this.#read.end();
    if (required !== undefined && !this.#read.has(required)) throw illegalArgument(`Required [${required}]`);
  }
}

/** The words of rules: which field they are of, and how they are analysed. */
export interface WordOptions {
  readonly analyzer: string | undefined;
  readonly useField: string | undefined;
}

export function readWordOptions(body: RuleBody): WordOptions {
  return { analyzer: body.text("analyzer"), useField: body.text("use_field") };
}

/** Makes intervals in the field of a rule, or in another one that it names. */
export function inField(
  { useField, analyzer }: WordOptions,
  make: (searcher: SearcherView, field: MappedField, analyzer: Analyzer | undefined) => IntervalSource,
): Rule {
  return (searcher, own) => {
    const field = useField === undefined ? own : searcher.mapping.field(useField);
    if (!field) return { kind: "field", inner: noIntervals, path: useField ?? "" };
    checkField(field);
    const named = analyzer === undefined ? undefined : searcher.mapping.analyzer(analyzer);
    const inner = make(searcher, field, named ?? field.searchAnalyzer);
    if (inner !== noIntervals) requirePositions(field);
    return useField === undefined ? inner : { kind: "field", inner, path: useField };
  };
}

function checkField(field: MappedField): void {
  if (field.capabilities.texts !== "words")
    throw illegalArgument(
      `Can only use interval queries on text fields - not on [${field.path}] which is of type [${field.type}]`,
    );
}

function requirePositions(field: MappedField): void {
  if (field.spec.terms !== "positions")
    throw illegalArgument(`Cannot create intervals over field [${field.path}] with no positions indexed`);
}
