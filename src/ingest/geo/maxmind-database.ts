/**
 * Reads files in the format of MaxMind's databases, version 2: a tree over the bits of addresses, whose leaves are
 * places of a data section (https://maxmind.github.io/MaxMind-DB/). A file that is damaged is refused, never read past
 * its end.
 */
import { RequestError } from "../../compat/errors.ts";
import type { Json, JsonObject } from "../../core/json.ts";
import { isJsonObject } from "../../core/json.ts";
import { put } from "../../core/names.ts";

const MARKER = Buffer.from("\xab\xcd\xefMaxMind.com", "latin1");
/** The marker stands within this many bytes of the end. */
const MOST_METADATA_BYTES = 128 * 1024;
/** Bytes of zeros between the tree and the data. */
const SEPARATOR_BYTES = 16;
/** Objects within objects; what the formats of MaxMind have is far less. */
const MOST_DEPTH = 64;

/** What is known of an address. */
export interface FoundNetwork {
  readonly record: JsonObject;
  /** Bits of the address that decided: of 32 for the older form, of 128 for the newer one. */
  readonly prefix: number;
}

export class MaxmindDatabase {
  /** Such as `GeoLite2-City`. */
  readonly type: string;
  /** When it was made, in milliseconds since 1970. */
  readonly buildMs: number;
  readonly #bytes: Buffer;
  readonly #nodes: number;
  readonly #recordBits: number;
  readonly #isOlder: boolean;
  readonly #dataStart: number;
  /** The node of the addresses of the older form. */
  readonly #olderRoot: number;

  /** Throws RequestError 400 for what is no such file. */
  constructor(bytes: Uint8Array) {
    this.#bytes = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    const marker = this.#bytes.lastIndexOf(MARKER);
    if (marker < this.#bytes.length - MOST_METADATA_BYTES || marker < 0) throw damaged("no metadata");
    this.#dataStart = marker + MARKER.length;
    const metadata = this.#read(this.#dataStart, 0).value;
    if (!isJsonObject(metadata)) throw damaged("no metadata");
    const { database_type: type } = metadata;
    this.type = typeof type === "string" ? type : "";
    this.buildMs = Number(metadata["build_epoch"] ?? 0) * 1000;
    this.#nodes = Number(metadata["node_count"]);
    this.#recordBits = Number(metadata["record_size"]);
    this.#isOlder = Number(metadata["ip_version"]) === 4;
    const treeBytes = (this.#nodes * this.#recordBits * 2) / 8;
    if (![24, 28, 32].includes(this.#recordBits) || !(treeBytes + SEPARATOR_BYTES <= marker)) throw damaged("its tree");
    this.#dataStart = treeBytes + SEPARATOR_BYTES;
    this.#olderRoot = this.#isOlder ? 0 : this.#descend(new Uint8Array(12), 96).node;
  }

  /** `address`: 16 bytes, as of `parseIpAddress`, with its older form in the last four. */
  find(address: Uint8Array, isOlderForm: boolean): FoundNetwork | undefined {
    if (!isOlderForm && this.#isOlder) return undefined;
    const { node, bits } = isOlderForm
      ? this.#descend(address.subarray(12), 32, this.#olderRoot)
      : this.#descend(address, 128);
    if (node <= this.#nodes) return undefined;
    const record = this.#read(node - this.#nodes - SEPARATOR_BYTES + this.#dataStart, 0).value;
    return isJsonObject(record) ? { record, prefix: bits } : undefined;
  }

  #descend(address: Uint8Array, length: number, root = 0): { readonly node: number; readonly bits: number } {
    let node = root;
    let bits = 0;
    for (; bits < length && node < this.#nodes; bits++) {
      const bit = ((address[bits >> 3] ?? 0) >> (7 - (bits & 7))) & 1;
      node = this.#child(node, bit);
    }
    return { node, bits };
  }

  #child(node: number, bit: number): number {
    const bytes = this.#bytes;
    const at = (node * this.#recordBits * 2) / 8;
    if (this.#recordBits === 24) return bytes.readUIntBE(at + bit * 3, 3);
    if (this.#recordBits === 32) return bytes.readUInt32BE(at + bit * 4);
    const middle = bytes.readUInt8(at + 3);
    return bit === 0
      ? ((middle & 0xf0) << 20) | bytes.readUIntBE(at, 3)
      : ((middle & 0x0f) << 24) | bytes.readUIntBE(at + 4, 3);
  }

  /** The value at a place, and the place behind it. */
  #read(at: number, depth: number): { readonly value: Json; readonly end: number } {
    if (depth > MOST_DEPTH) throw damaged("objects that are too deep");
    try {
      return this.#value(at, depth);
    } catch (error) {
      if (error instanceof RangeError) throw damaged("a place behind its end");
      throw error;
    }
  }

  #value(at: number, depth: number): { readonly value: Json; readonly end: number } {
    const control = this.#bytes.readUInt8(at);
    let place = at + 1;
    let type = control >> 5;
    if (type === POINTER) return this.#pointed(control, place, depth);
    if (type === EXTENDED) type = 7 + this.#bytes.readUInt8(place++);
    let size = control & 31;
    if (size > 28) {
      const more = size - 28;
      size = (LEAST_SIZE[more] ?? 0) + this.#bytes.readUIntBE(place, more);
      place += more;
    }
    if (type === MAP) return this.#map(place, size, depth);
    if (type === ARRAY) return this.#array(place, size, depth);
    if (type === BOOLEAN) return { value: size !== 0, end: place };
    const end = place + size;
    if (end > this.#bytes.length) throw damaged("a place behind its end");
    return { value: this.#scalar(type, place, end), end };
  }

  #pointed(control: number, place: number, depth: number): { readonly value: Json; readonly end: number } {
    const more = (control >> 3) & 3;
    const given = this.#bytes.readUIntBE(place, more + 1);
    const low = more === 3 ? given : (control & 7) * 2 ** (8 * (more + 1)) + given;
    const target = this.#dataStart + low + (LEAST_POINTER[more] ?? 0);
    return { value: this.#read(target, depth + 1).value, end: place + more + 1 };
  }

  #map(from: number, size: number, depth: number): { readonly value: Json; readonly end: number } {
    const map: JsonObject = {};
    let at = from;
    for (let left = size; left > 0; left--) {
      const key = this.#read(at, depth + 1);
      const value = this.#read(key.end, depth + 1);
      if (typeof key.value !== "string") throw damaged("a key that is no text");
      put(map, key.value, value.value);
      at = value.end;
    }
    return { value: map, end: at };
  }

  #array(from: number, size: number, depth: number): { readonly value: Json; readonly end: number } {
    const list: Json[] = [];
    let at = from;
    for (let left = size; left > 0; left--) {
      const item = this.#read(at, depth + 1);
      list.push(item.value);
      at = item.end;
    }
    return { value: list, end: at };
  }

  #scalar(type: number, from: number, end: number): Json {
    const bytes = this.#bytes;
    if (type === TEXT) return bytes.toString("utf8", from, end);
    if (type === DOUBLE) return end - from === 8 ? bytes.readDoubleBE(from) : 0;
    if (type === FLOAT) return end - from === 4 ? bytes.readFloatBE(from) : 0;
    if (type === BYTES) return bytes.toString("base64", from, end);
    let whole = 0n;
    for (let at = from; at < end; at++) whole = (whole << 8n) | BigInt(bytes.readUInt8(at));
    if (type === SIGNED) return Number(BigInt.asIntN(32, whole));
    return whole <= BigInt(Number.MAX_SAFE_INTEGER) ? Number(whole) : whole;
  }
}

const EXTENDED = 0;
const POINTER = 1;
const TEXT = 2;
const DOUBLE = 3;
const BYTES = 4;
const MAP = 7;
const SIGNED = 8;
const ARRAY = 11;
const BOOLEAN = 14;
const FLOAT = 15;

/** What sizes begin at that need one, two and three bytes more. */
const LEAST_SIZE = [0, 29, 285, 65_821];
/** What pointers begin at, by the bytes beside the first. */
const LEAST_POINTER = [0, 2048, 526_336, 0];

function damaged(what: string): RequestError {
  return new RequestError(400, "invalid_database_exception", `The MaxMind DB file is damaged: ${what}`);
}
