/** Reads `retriever` of a body, and the members that retrievers share. */
import { didYouMean } from "../../../compat/did-you-mean.ts";
import { tokenName } from "../../../compat/body-reader.ts";
import { illegalArgument, RequestError } from "../../../compat/errors.ts";
import type { RequestText } from "../../../compat/request-text.ts";
import { isJsonObject, type Json, type JsonObject } from "../../../core/json.ts";
import { ownOf } from "../../../core/names.ts";
import type { Retriever, RetrieverHead } from "./retriever.ts";

/** The retriever that a list of one member names; `kindOf` finds it by its name. Throws RequestError 400. */
export function readNamed(
  request: RequestText,
  body: JsonObject,
  parse: (name: string, body: RequestText) => Retriever | undefined,
  known: readonly string[],
): Retriever {
  const [name, second] = Object.keys(body);
  if (name === undefined) throw request.at(request.places.end(body), "retriever malformed, empty clause found");
  const value = ownOf(body, name) ?? null;
  const place = request.places.value(body, name);
  if (!isJsonObject(value))
    throw request.at(place, `[${name}] retriever malformed, no start_object after retriever name`);
  const found = parse(name, request.within(value));
  if (!found) {
    const reason = `[${place.line}:${place.col}] unknown field [${name}]`;
    const cause = new RequestError(400, "named_object_not_found_exception", reason);
    throw new RequestError(400, "parsing_exception", `unknown retriever [${name}]${didYouMean(name, known)}`, {
      details: { line: place.line, col: place.col },
      cause,
    });
  }
  if (second !== undefined) {
    const reason = `[${name}] malformed retriever, expected [END_OBJECT] but found [FIELD_NAME]`;
    throw request.at(request.places.key(body, second), reason);
  }
  return found;
}

/** Reads the body of one retriever. */
export class RetrieverBody {
  readonly request: RequestText;
  readonly #kind: string;

  constructor(kind: string, request: RequestText) {
    this.request = request;
    this.#kind = kind;
  }

  /** Refuses members with other names. */
  only(names: readonly string[]): void {
    const { body, places } = this.request;
    const known = [...SHARED, ...names];
    for (const key of Object.keys(body))
      if (!known.includes(key))
        throw this.request.contentError(
          places.key(body, key),
          `[${this.#kind}] unknown field [${key}]${didYouMean(key, known)}`,
        );
  }

  head(): RetrieverHead {
    const filter = this.json("filter");
    return {
      kind: this.#kind,
      filters: filter === undefined ? [] : Array.isArray(filter) ? filter : [filter],
      minScore: this.number("min_score"),
    };
  }

  json(key: string): Json | undefined {
    return ownOf(this.request.body, key);
  }

  object(key: string): JsonObject | undefined {
    const value = this.json(key);
    if (value === undefined || isJsonObject(value)) return value;
    throw this.wrongType(key, value);
  }

  list(key: string): readonly Json[] | undefined {
    const value = this.json(key);
    if (value === undefined || Array.isArray(value)) return value;
    throw this.wrongType(key, value);
  }

  text(key: string): string | undefined {
    const value = this.json(key);
    if (value === undefined || typeof value === "string") return value;
    throw this.wrongType(key, value);
  }

  number(key: string): number | undefined {
    const value = this.json(key);
    if (value === undefined) return undefined;
    if (value === null || typeof value === "object" || typeof value === "boolean") throw this.wrongType(key, value);
    return this.request.number(this.request.body, key, false);
  }

  integer(key: string): number | undefined {
    const value = this.number(key);
    return value === undefined ? undefined : Math.trunc(value);
  }

  required<T>(key: string, value: T | undefined): T {
    if (value === undefined) throw illegalArgument(`Required [${key}]`);
    return value;
  }

  /** What cannot be read within a member, told as its fault. */
  within<T>(key: string, read: () => T): T {
    try {
      return read();
    } catch (error) {
      if (!(error instanceof RequestError)) throw error;
      const { line, col } = this.request.places.value(this.request.body, key);
      const reason = `[${line}:${col}] [${this.#kind}] failed to parse field [${key}]`;
      const roots = error.type === "illegal_argument_exception" ? {} : { rootCauses: [error] };
      throw new RequestError(400, "x_content_parse_exception", reason, { cause: error, ...roots });
    }
  }

  wrongType(key: string, value: Json): RequestError {
    const { body, places } = this.request;
    return this.request.contentError(
      places.value(body, key),
      `[${this.#kind}] ${key} doesn't support values of type: ${tokenName(value)}`,
    );
  }
}

const SHARED: readonly string[] = ["filter", "min_score", "_name"];

/** Reads a retriever of several: what is wrong with it is told as Elasticsearch's newer parsers do. */
export function readCompound<T>(request: RequestText, read: () => T): T {
  try {
    return read();
  } catch (error) {
    if (!(error instanceof RequestError) || error.status !== 400 || error.type === "parsing_exception") throw error;
    const [, unknown] = /unknown field \[(.+?)\]/.exec(error.message) ?? [];
    const { body, places } = request;
    const place =
      unknown !== undefined && Object.hasOwn(body, unknown) ? places.value(body, unknown) : places.end(body);
    const details = { line: place.line, col: place.col };
    throw new RequestError(400, "parsing_exception", error.message, { details, cause: error });
  }
}

/** Hits that a compound retriever looks at unless it says otherwise. */
export const DEFAULT_WINDOW = 10;
