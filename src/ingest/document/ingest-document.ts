/**
 * A document on its way through pipelines: its source, what else is known of it, and what the run says of itself
 * (`IngestDocument`). Fields are named by paths; errors are Elasticsearch's.
 */
import { illegalArgument } from "../../compat/errors.ts";
import { numberFormat } from "../../compat/body-reader.ts";
import { RequestError } from "../../compat/errors.ts";
import { isJsonObject, type Json, type JsonObject } from "../../core/json.ts";
import { ownOf, put } from "../../core/names.ts";
import { Answers } from "../run/answers.ts";
import { fieldPath } from "./field-path.ts";
import { javaClass, javaEquals } from "./java-values.ts";
import { checkMetadata, type DocumentMetadata, isMetadata } from "./metadata.ts";

/** How values are appended to a list. */
export interface Appending {
  readonly duplicates: boolean;
  readonly ignoreEmpty: boolean;
}

/** What is known beside a document. */
export interface DocumentContext {
  readonly timestamp: string;
  readonly caller?: JsonObject | undefined;
  readonly answers?: Answers | undefined;
}

const NO_ANSWERS = new Answers();

export class IngestDocument {
  source: JsonObject;
  metadata: DocumentMetadata;
  /** `_ingest`: the time of arrival, the running pipeline, what failed. */
  readonly ingest: JsonObject;
  /** A processor said that the document is not to be written. */
  dropped = false;
  /** A processor sent the document to another index: the rest of the pipelines is left. */
  rerouted = false;
  /** Pipelines that run, the outermost first. */
  readonly running: string[] = [];
  /** Who sends the document, where that is known. */
  readonly caller: JsonObject | undefined;
  /** What models answered for it. */
  readonly answers: Answers;

  constructor(
    source: JsonObject,
    metadata: DocumentMetadata,
    { timestamp, caller, answers = NO_ANSWERS }: DocumentContext,
  ) {
    this.source = source;
    this.metadata = metadata;
    this.ingest = { timestamp };
    this.caller = caller;
    this.answers = answers;
  }

  /** The value at a path. Throws 400 where there is none. */
  value(path: string): Json {
    const { root, names } = fieldPath(path);
    let holder: Json = this.#root(root, names[0] ?? "");
    for (const name of names) holder = stepInto(holder, name, path);
    return holder;
  }

  /** The value at a path; undefined where there is none, whatever stands in its way. */
  find(path: string): Json | undefined {
    const { root, names } = fieldPath(path);
    let holder: Json | undefined = this.#root(root, names[0] ?? "");
    for (const name of names) {
      holder = Array.isArray(holder) ? itemAt(holder, name) : isJsonObject(holder) ? ownOf(holder, name) : undefined;
      if (holder === undefined) return undefined;
    }
    return holder;
  }

  /** Text at a path; null where it is null. Throws 400 for what is missing or no text. */
  text(path: string): string | null {
    const value = this.value(path);
    if (value === null || typeof value === "string") return value;
    throw notOfClass(path, value, "java.lang.String");
  }

  /** Whether there is something at a path. Throws 400 for a path that leads out of a list, if that is not to pass. */
  has(path: string, outOfRangeFails = false): boolean {
    if (outOfRangeFails) this.#checkRange(path);
    return this.find(path) !== undefined;
  }

  /** Puts a value at a path, making the objects on the way. */
  set(path: string, value: Json): void {
    const { holder, leaf } = this.#holderOf(path);
    if (Array.isArray(holder)) {
      const at = indexIn(holder, leaf, path);
      holder[at] = value;
    } else if (isJsonObject(holder)) this.#put(holder, leaf, value);
    else throw this.#notSettable(holder, leaf, path);
  }

  /** Makes a list of what is at a path, if it is none, and appends a value, or all values of a list. */
  append(path: string, value: Json, how: Appending): void {
    const { holder, leaf } = this.#holderOf(path);
    if (Array.isArray(holder)) {
      const at = indexIn(holder, leaf, path);
      holder[at] = appended(holder[at], value, how) ?? null;
    } else if (isJsonObject(holder)) {
      const list = appended(ownOf(holder, leaf), value, how);
      if (list !== undefined) this.#put(holder, leaf, list);
    } else throw this.#notSettable(holder, leaf, path);
  }

  /** Removes what is at a path. Throws 400 where there is nothing. */
  remove(path: string): void {
    const { root, names } = fieldPath(path);
    let holder: Json = this.#root(root, names[0] ?? "");
    for (const name of names.slice(0, -1)) holder = stepInto(holder, name, path);
    const leaf = names.at(-1) ?? "";
    if (holder === null) throw illegalArgument(`cannot remove [${leaf}] from null as part of path [${path}]`);
    if (Array.isArray(holder)) holder.splice(indexIn(holder, leaf, path), 1);
    else if (!isJsonObject(holder))
      throw illegalArgument(
        `cannot remove [${leaf}] from object of type [${javaClass(holder)}] as part of path [${path}]`,
      );
    else if (!Object.hasOwn(holder, leaf)) throw notPresent(leaf, path);
    else {
      if (holder === this.metadata) checkMetadata(leaf as keyof DocumentMetadata, null);
      delete holder[leaf];
    }
  }

  /** Where names of the first step are looked up. */
  #root(root: "document" | "ingest", first: string): JsonObject {
    if (root === "ingest") return this.ingest;
    return isMetadata(first) ? (this.metadata as JsonObject) : this.source;
  }

  #holderOf(path: string): { readonly holder: Json; readonly leaf: string } {
    const { root, names } = fieldPath(path);
    let holder: Json = this.#root(root, names[0] ?? "");
    for (let at = 0; at < names.length - 1; at++) {
      const name = names[at] ?? "";
      if (isJsonObject(holder) && !Object.hasOwn(holder, name)) {
        const made: JsonObject = {};
        this.#put(holder, name, made);
        holder = made;
      } else holder = stepInto(holder, name, path);
    }
    return { holder, leaf: names.at(-1) ?? "" };
  }

  #put(holder: JsonObject, name: string, value: Json): void {
    if (holder === this.metadata) {
      checkMetadata(name as keyof DocumentMetadata, value);
      if (value === null) {
        delete holder[name];
        return;
      }
    }
    put(holder, name, value);
  }

  #notSettable(holder: Json, leaf: string, path: string): RequestError {
    return illegalArgument(
      holder === null
        ? `cannot set [${leaf}] with null parent as part of path [${path}]`
        : `cannot set [${leaf}] with parent object of type [${javaClass(holder)}] as part of path [${path}]`,
    );
  }

  #checkRange(path: string): void {
    const { root, names } = fieldPath(path);
    let holder: Json | undefined = this.#root(root, names[0] ?? "");
    for (const name of names) {
      if (Array.isArray(holder) && /^\d+$/.test(name)) holder = holder[indexIn(holder, name, path)];
      else if (isJsonObject(holder)) holder = ownOf(holder, name);
      else return;
    }
  }
}

/** 400 for a value of another class than the one that is needed. */
export function notOfClass(path: string, value: Json, wanted: string): RequestError {
  return illegalArgument(`field [${path}] of type [${javaClass(value)}] cannot be cast to [${wanted}]`);
}

function notPresent(name: string, path: string): RequestError {
  return illegalArgument(`field [${name}] not present as part of path [${path}]`);
}

function stepInto(holder: Json, name: string, path: string): Json {
  if (isJsonObject(holder)) {
    const value = ownOf(holder, name);
    if (value === undefined) throw notPresent(name, path);
    return value;
  }
  if (Array.isArray(holder)) return holder[indexIn(holder, name, path)] ?? null;
  throw illegalArgument(
    holder === null
      ? `cannot resolve [${name}] from null as part of path [${path}]`
      : `cannot resolve [${name}] from object of type [${javaClass(holder)}] as part of path [${path}]`,
  );
}

const INDEX = /^[+-]?\d{1,9}$/;

function itemAt(list: readonly Json[], name: string): Json | undefined {
  return INDEX.test(name) ? list[Number(name)] : undefined;
}

function indexIn(list: readonly Json[], name: string, path: string): number {
  if (!INDEX.test(name))
    throw new RequestError(
      400,
      "illegal_argument_exception",
      `[${name}] is not an integer, cannot be used as an index as part of path [${path}]`,
      { cause: numberFormat(name) },
    );
  const at = Number(name);
  if (at < 0 || at >= list.length)
    throw illegalArgument(
      `[${name}] is out of bounds for array with length [${list.length}] as part of path [${path}]`,
    );
  return at;
}

/** The list that comes of a value and what is appended; undefined: nothing was there, and nothing comes. */
function appended(before: Json | undefined, value: Json, { duplicates, ignoreEmpty }: Appending): Json | undefined {
  const given = Array.isArray(value) ? value : [value];
  const more = ignoreEmpty ? given.filter((item) => item !== null && item !== "") : given;
  if (ignoreEmpty && more.length === 0) return before;
  const list = Array.isArray(before) ? before : before === undefined ? [] : [before];
  const length = list.length;
  for (const item of more) if (duplicates || !list.some((one) => javaEquals(one, item))) list.push(item);
  return list.length === length && !Array.isArray(before) && before !== undefined ? before : list;
}
