/** Layers of a vector tile, in the form of version 2.1 of its specification. */
import { ProtobufWriter } from "./protobuf-writer.ts";

/** A point of the tile: whole pixels from its upper left corner. */
export interface Pixel {
  readonly x: number;
  readonly y: number;
}

/**
 * What a feature draws. Rings end where they begin without saying so; the outer ones go clockwise on the screen, and
 * holes, the other way round, follow theirs.
 */
export interface TileGeometry {
  readonly kind: "points" | "lines" | "rings";
  readonly parts: readonly (readonly Pixel[])[];
}

/** What a property of a feature can say. */
export type PropertyValue = string | number | bigint | boolean;

const VERSION = 2;
const KINDS = { points: 1, lines: 2, rings: 3 } as const;
const MOVE_TO = 1;
const LINE_TO = 2;
const CLOSE_PATH = 7;

/** A layer under way. */
export class TileLayer {
  readonly #name: string;
  readonly #extent: number;
  readonly #features: Uint8Array[] = [];
  readonly #keys = new Map<string, number>();
  /** By their form in the tile, which tells texts from numbers. */
  readonly #values = new Map<string, { readonly at: number; readonly bytes: Uint8Array }>();

  constructor(name: string, extent: number) {
    this.#name = name;
    this.#extent = extent;
  }

  add(geometry: TileGeometry, properties: Iterable<readonly [key: string, value: PropertyValue]>): void {
    const tags: number[] = [];
    for (const [key, value] of properties) tags.push(this.#key(key), this.#value(value));
    const feature = new ProtobufWriter();
    feature.packed(2, tags);
    feature.unsigned(3, KINDS[geometry.kind]);
    feature.packed(4, commandsOf(geometry));
    this.#features.push(feature.finish());
  }

  finish(): Uint8Array {
    const layer = new ProtobufWriter();
    layer.unsigned(15, VERSION);
    layer.text(1, this.#name);
    for (const feature of this.#features) layer.bytes(2, feature);
    for (const key of this.#keys.keys()) layer.text(3, key);
    for (const { bytes } of this.#values.values()) layer.bytes(4, bytes);
    layer.unsigned(5, this.#extent);
    return layer.finish();
  }

  #key(key: string): number {
    const known = this.#keys.get(key);
    if (known !== undefined) return known;
    this.#keys.set(key, this.#keys.size);
    return this.#keys.size - 1;
  }

  #value(value: PropertyValue): number {
    const bytes = valueBytes(value);
    const form = Buffer.from(bytes).toString("latin1");
    const known = this.#values.get(form);
    if (known) return known.at;
    const at = this.#values.size;
    this.#values.set(form, { at, bytes });
    return at;
  }
}

/** A tile of layers. */
export function tileOfLayers(layers: readonly TileLayer[]): Uint8Array {
  const tile = new ProtobufWriter();
  for (const layer of layers) tile.bytes(3, layer.finish());
  return tile.finish();
}

function valueBytes(value: PropertyValue): Uint8Array {
  const writer = new ProtobufWriter();
  if (typeof value === "string") writer.text(1, value);
  else if (typeof value === "boolean") writer.boolean(7, value);
  else if (typeof value === "bigint" || Number.isSafeInteger(value)) {
    if (value < 0) writer.signed(6, value);
    else writer.unsigned(5, value);
  } else writer.double(3, value);
  return writer.finish();
}

function commandsOf({ kind, parts }: TileGeometry): number[] {
  const commands: number[] = [];
  const pen = { x: 0, y: 0 };
  const draw = (command: number, pixels: readonly Pixel[]): void => {
    if (pixels.length === 0) return;
    commands.push(command + pixels.length * 8);
    for (const { x, y } of pixels) {
      commands.push(zigzag(x - pen.x), zigzag(y - pen.y));
      pen.x = x;
      pen.y = y;
    }
  };
  if (kind === "points") {
    draw(MOVE_TO, parts.flat());
    return commands;
  }
  for (const part of parts) {
    draw(MOVE_TO, part.slice(0, 1));
    draw(LINE_TO, part.slice(1));
    if (kind === "rings") commands.push(CLOSE_PATH + 8);
  }
  return commands;
}

function zigzag(value: number): number {
  return ((value << 1) ^ (value >> 31)) >>> 0;
}
