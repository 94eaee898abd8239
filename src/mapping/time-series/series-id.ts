/**
 * What tells time series and their points apart: `_tsid` is made of all dimensions of a document, `_id` of the hash
 * that places it, of `_tsid` and of the timestamp. To the byte as Elasticsearch makes them (`RoutingPathFields`,
 * `TsidExtractingIdFieldMapper`), so that documents keep their ids when they move from one to the other.
 */
import { murmur3 as hash128 } from "../../analysis/min-hash/murmur3.ts";
import { valueText } from "../../compat/value-text.ts";
import { isJsonObject, type Json, type JsonObject } from "../../core/json.ts";
import { murmur3 } from "../../core/murmur3.ts";
import type { DocumentInput } from "../document-parser.ts";
import { type FieldNode, type MappingNode, type ObjectNode } from "../mapping-tree.ts";
import { routingHashOf } from "./routing-hash.ts";

/** A point of a series. */
export interface SeriesPoint {
  readonly tsid: Uint8Array;
  /** Undefined where the document has no timestamp. */
  readonly id: string | undefined;
  /** As the column of `@timestamp` has it. */
  readonly timestamp: bigint | undefined;
}

/** Bytes of `_id`: the hash of the routing, a hash of `_tsid`, the timestamp. */
export const SERIES_ID_BYTES = 20;
const MAX_DIMENSIONS = 512;
/** Series whose `_tsid` is kept; beyond it the table is cleared. */
const SERIES_KEPT = 10_000;

type Dimensions = Map<string, Buffer[]>;

/** Tells the points of one version of a mapping. */
export class SeriesIds {
  readonly #root: ObjectNode;
  readonly #routingPath: readonly string[];
  readonly #tsids = new Map<string, Buffer>();

  constructor(root: ObjectNode, routingPath: readonly string[]) {
    this.#root = root;
    this.#routingPath = routingPath;
  }

  /** Values that are no dimensions are left to whoever indexes them, and then says what is wrong. */
  pointOf({ source, raw }: Pick<DocumentInput, "source" | "raw">): SeriesPoint {
    const dimensions: Dimensions = new Map();
    collect(this.#root, source, dimensions);
    const tsid = this.#tsidOf(dimensions);
    const timestamp = timestampOf(this.#root, source["@timestamp"] ?? null);
    if (timestamp === undefined || !raw) return { tsid, id: undefined, timestamp };
    return { tsid, id: idOf(routingHashOf(raw, this.#routingPath), tsid, timestamp), timestamp };
  }

  #tsidOf(dimensions: Dimensions): Buffer {
    const named = [...dimensions].sort(([left], [right]) => Buffer.compare(Buffer.from(left), Buffer.from(right)));
    const key = named
      .map(([name, values]) => `${name}=${values.map((value) => value.toString("latin1")).join()}`)
      .join();
    let tsid = this.#tsids.get(key);
    if (!tsid) {
      if (this.#tsids.size >= SERIES_KEPT) this.#tsids.clear();
      this.#tsids.set(key, (tsid = hashed(named)));
    }
    return tsid;
  }
}

/** `[tsid@timestamp]`, as messages name a point. */
export function pointName({ tsid, timestamp = 0n }: SeriesPoint): string {
  return `[${Buffer.from(tsid).toString("base64url")}@${timestampText(timestamp)}]`;
}

/** The time of a point, in milliseconds or nanoseconds, as messages tell it. */
export function timestampText(timestamp: bigint): string {
  return new Date(Number(timestamp > MOST_MILLIS ? timestamp / 1_000_000n : timestamp)).toISOString();
}

/** Larger ones are nanoseconds. */
export const MOST_MILLIS = 8_640_000_000_000_000n;

/** The id of a point. */
function idOf(routingHash: number, tsid: Uint8Array, timestamp: bigint): string {
  const bytes = Buffer.alloc(SERIES_ID_BYTES);
  bytes.writeInt32LE(routingHash, 0);
  bytes.writeBigUInt64LE(hash128(Buffer.from(tsid))[0], 4);
  bytes.writeBigInt64BE(timestamp, 12);
  return bytes.toString("base64url");
}

/** The hash of the names, a hash of each value, the hash of all values. */
function hashed(dimensions: readonly (readonly [string, readonly Buffer[]])[]): Buffer {
  const values = dimensions.slice(0, MAX_DIMENSIONS).map(([, [first]]) => {
    const hash = Buffer.alloc(4);
    hash.writeInt32LE(murmur3(first!));
    return hash;
  });
  const names = dimensions.map(([name]) => padded(Buffer.from(name), name.length * 3));
  const all = dimensions.flatMap(([, each]) => each.map((value) => padded(value, capacityOf(value.length))));
  const parts = [wide(Buffer.concat(names)), ...values, wide(Buffer.concat(all))];
  const hash = Buffer.concat(parts);
  return Buffer.concat([variable(hash.length), hash]);
}

function wide(bytes: Buffer): Buffer {
  const [first, second] = hash128(bytes);
  const hash = Buffer.alloc(16);
  hash.writeBigUInt64LE(first, 0);
  hash.writeBigUInt64LE(second, 8);
  return hash;
}

/** Elasticsearch hashes whole arrays, with what is left of them behind a name or value. */
function padded(bytes: Buffer, length: number): Buffer {
  return bytes.length >= length ? bytes : Buffer.concat([bytes, Buffer.alloc(length - bytes.length)]);
}

const PAGE_BYTES = 16_384;

/** How long the array of a stream is that so many bytes were written to (`ArrayUtil.oversize`). */
function capacityOf(length: number): number {
  if (length <= 8) return 8;
  if (length > PAGE_BYTES) return length;
  return Math.min(PAGE_BYTES, (length + Math.max(3, length >> 3) + 7) & ~7);
}

/** A number in groups of seven bits, the lowest first. */
function variable(value: number): Buffer {
  const bytes: number[] = [];
  let rest = value;
  for (; rest > 0x7f; rest >>>= 7) bytes.push((rest & 0x7f) | 0x80);
  return Buffer.from([...bytes, rest]);
}

function collect(node: ObjectNode, object: JsonObject, into: Dimensions): void {
  for (const [key, value] of Object.entries(object)) {
    if (value === null) continue;
    const direct = node.children.get(key);
    if (direct) collectIn(direct, value, into);
    else if (key.includes(".")) collectBelow(node, key.split("."), value, into);
  }
}

/** A value with a dotted name. */
function collectBelow(node: ObjectNode, parts: readonly string[], value: Json, into: Dimensions): void {
  for (let length = 1; length <= parts.length; length++) {
    const child = node.children.get(parts.slice(0, length).join("."));
    const rest = parts.slice(length);
    if (!child) continue;
    if (rest.length === 0) collectIn(child, value, into);
    else if (child.kind === "object") collectBelow(child, rest, value, into);
    else
      collectIn(
        child,
        rest.reduceRight<Json>((inner, name) => ({ [name]: inner }), value),
        into,
      );
    return;
  }
}

function collectIn(node: MappingNode, value: Json, into: Dimensions): void {
  if (Array.isArray(value)) {
    for (const item of value) if (item !== null) collectIn(node, item, into);
  } else if (node.kind === "object") {
    if (isJsonObject(value) && !node.nested && node.enabled !== false) collect(node, value, into);
  } else if (node.kind === "field") {
    if (node.values.values["time_series_dimension"] === true) add(into, node.path, encodedValue(node, value));
    const keys = node.values.values["time_series_dimensions"];
    if (Array.isArray(keys) && isJsonObject(value))
      collectKeys(
        node.path,
        keys.map((key) => valueText(key)),
        value,
        into,
      );
  }
}

/** The keys of a flattened field that are dimensions. */
function collectKeys(path: string, keys: readonly string[], value: JsonObject, into: Dimensions): void {
  const walk = (inner: Json, name: string): void => {
    if (Array.isArray(inner)) for (const item of inner) walk(item, name);
    else if (isJsonObject(inner))
      for (const [key, item] of Object.entries(inner)) walk(item, name === "" ? key : `${name}.${key}`);
    else if (inner !== null && keys.includes(name)) add(into, `${path}.${name}`, ofText(valueText(inner)));
  };
  walk(value, "");
}

function add(into: Dimensions, path: string, value: Buffer | undefined): void {
  if (!value) return;
  const values = into.get(path);
  if (values) values.push(value);
  else into.set(path, [value]);
}

/** A value as its hashes take it; undefined for one that is not of the type. */
function encodedValue({ field, type }: FieldNode, value: Json): Buffer | undefined {
  if (field.capabilities.texts) return ofText(valueText(value));
  try {
    const parsed = field.parseValue(value);
    if (type.name === "boolean") return Buffer.from(Number(parsed) === 1 ? "bt" : "bf");
    if (typeof parsed === "object") return ofText(valueText(field.format(parsed)));
    const number = BigInt(typeof parsed === "number" ? Math.trunc(parsed) : parsed);
    const bytes = Buffer.alloc(9);
    bytes.write("l");
    bytes.writeBigInt64BE(BigInt.asIntN(64, number), 1);
    return bytes;
  } catch {
    // The field says what is wrong with it when it is indexed.
    return undefined;
  }
}

function ofText(text: string): Buffer {
  const bytes = Buffer.from(text);
  return Buffer.concat([Buffer.from("s"), variable(bytes.length), bytes]);
}

function timestampOf(root: ObjectNode, value: Json): bigint | undefined {
  const node = root.children.get("@timestamp");
  const only = Array.isArray(value) ? value.find((item) => item !== null) : value;
  if (node?.kind !== "field" || only === undefined || only === null || typeof only === "object") return undefined;
  try {
    const parsed = node.field.parseValue(only);
    return typeof parsed === "object" ? undefined : BigInt(parsed);
  } catch {
    return undefined;
  }
}
