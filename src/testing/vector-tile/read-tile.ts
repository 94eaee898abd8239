/** Reads vector tiles with a reader of protocol buffers that is not ours. */
import { createRequire } from "node:module";

/** What of the package `pbf` is used. */
interface Reader {
  readFields<Result>(read: (tag: number, result: Result, reader: Reader) => void, result: Result, end?: number): Result;
  readMessage<Result>(read: (tag: number, result: Result, reader: Reader) => void, result: Result): Result;
  readString(): string;
  readDouble(): number;
  readFloat(): number;
  readVarint(isSigned?: boolean): number;
  readSVarint(): number;
  readBoolean(): boolean;
  readPackedVarint(): number[];
}

const Pbf = createRequire(import.meta.url)("pbf") as new (bytes: Uint8Array) => Reader;

/** A layer as it was written. */
export interface ReadLayer {
  name: string;
  version: number;
  extent: number;
  features: ReadFeature[];
}

export interface ReadFeature {
  /** 1: points, 2: lines, 3: rings. */
  kind: number;
  properties: Record<string, unknown>;
  /** Rings without their last point, which is their first. */
  parts: [x: number, y: number][][];
}

interface RawFeature {
  tags: number[];
  kind: number;
  geometry: number[];
}

/** The layers by name. */
export function readTile(bytes: Uint8Array): Record<string, ReadLayer> {
  const layers: ReadLayer[] = [];
  new Pbf(bytes).readFields((tag, into: ReadLayer[], reader) => {
    if (tag === 3) into.push(readLayer(reader));
  }, layers);
  return Object.fromEntries(layers.map((layer) => [layer.name, layer]));
}

function readLayer(reader: Reader): ReadLayer {
  const raw = {
    name: "",
    version: 1,
    extent: 4096,
    keys: [] as string[],
    values: [] as unknown[],
    features: [] as RawFeature[],
  };
  reader.readMessage((tag, into: typeof raw, inner) => {
    if (tag === 1) into.name = inner.readString();
    if (tag === 2) into.features.push(readFeature(inner));
    if (tag === 3) into.keys.push(inner.readString());
    if (tag === 4) into.values.push(readValue(inner));
    if (tag === 5) into.extent = inner.readVarint();
    if (tag === 15) into.version = inner.readVarint();
  }, raw);
  const { name, version, extent, keys, values, features } = raw;
  return {
    name,
    version,
    extent,
    features: features.map(({ tags, kind, geometry }) => ({
      kind,
      parts: partsOf(geometry),
      properties: Object.fromEntries(
        Array.from({ length: tags.length / 2 }, (_, at) => [keys[tags[2 * at]!]!, values[tags[2 * at + 1]!]]),
      ),
    })),
  };
}

function readFeature(reader: Reader): RawFeature {
  const feature: RawFeature = { tags: [], kind: 0, geometry: [] };
  reader.readMessage((tag, into: RawFeature, inner) => {
    if (tag === 2) into.tags = inner.readPackedVarint();
    if (tag === 3) into.kind = inner.readVarint();
    if (tag === 4) into.geometry = inner.readPackedVarint();
  }, feature);
  return feature;
}

function readValue(reader: Reader): unknown {
  const found: { value?: unknown } = {};
  reader.readMessage((tag, into: { value?: unknown }, inner) => {
    if (tag === 1) into.value = inner.readString();
    if (tag === 2) into.value = inner.readFloat();
    if (tag === 3) into.value = inner.readDouble();
    if (tag === 4) into.value = inner.readVarint(true);
    if (tag === 5) into.value = inner.readVarint();
    if (tag === 6) into.value = inner.readSVarint();
    if (tag === 7) into.value = inner.readBoolean();
  }, found);
  return found.value;
}

function partsOf(geometry: readonly number[]): [number, number][][] {
  const parts: [number, number][][] = [];
  let [x, y] = [0, 0];
  for (let at = 0; at < geometry.length;) {
    const command = geometry[at]! & 7;
    const count = geometry[at]! >> 3;
    at++;
    if (command === 7) continue;
    for (let one = 0; one < count; one++, at += 2) {
      x += unzigzag(geometry[at]!);
      y += unzigzag(geometry[at + 1]!);
      if (command === 1) parts.push([]);
      parts.at(-1)!.push([x, y]);
    }
  }
  return parts;
}

function unzigzag(value: number): number {
  return (value >>> 1) ^ -(value & 1);
}
