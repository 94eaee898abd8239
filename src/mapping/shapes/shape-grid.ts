/** The grids on which shapes are encoded: 32 bits for each coordinate. */
import { decodeLatitude, decodeLongitude, encodeLatitude, encodeLongitude } from "../../core/geo-encoding.ts";
import { illegalArgument } from "../../compat/errors.ts";
import { javaDouble } from "../../core/float32.ts";
import { isLatitude, isLongitude } from "./degrees.ts";

/** Encodes coordinates as integers of the same order. */
export interface ShapeGrid {
  /** Whether point columns hold y first, as those of degrees do. */
  readonly yFirst: boolean;
  encodeX(x: number): number;
  encodeY(y: number): number;
  decodeX(encoded: number): number;
  decodeY(encoded: number): number;
  /** Throws 400 for a corner off the grid. */
  check(x: number, y: number): void;
}

/** Degrees (Lucene's `GeoEncodingUtils`). */
export const globe: ShapeGrid = {
  yFirst: true,
  encodeX: encodeLongitude,
  encodeY: encodeLatitude,
  decodeX: decodeLongitude,
  decodeY: decodeLatitude,
  check(x, y) {
    if (!isLatitude(y)) throw illegalArgument(`invalid latitude ${javaDouble(y)}; must be between -90.0 and 90.0`);
    if (!isLongitude(x)) throw illegalArgument(`invalid longitude ${javaDouble(x)}; must be between -180.0 and 180.0`);
  },
};

const float = new Float32Array(1);
const bits = new Int32Array(float.buffer);

/** The bits of a float32, with negative numbers inverted to sort correctly (Lucene's `XYEncodingUtils`). */
function encodeFloat(value: number): number {
  // Minus zero becomes zero, so that equal numbers have equal bits.
  float[0] = value + 0;
  const encoded = bits[0]!;
  return encoded < 0 ? encoded ^ 0x7fffffff : encoded;
}

function decodeFloat(encoded: number): number {
  bits[0] = encoded < 0 ? encoded ^ 0x7fffffff : encoded;
  return float[0]!;
}

/** Units of a plane, as float32. */
export const plane: ShapeGrid = {
  yFirst: false,
  encodeX: encodeFloat,
  encodeY: encodeFloat,
  decodeX: decodeFloat,
  decodeY: decodeFloat,
  check(x, y) {
    for (const value of [x, y]) {
      const single = Math.fround(value);
      if (!Number.isFinite(single))
        throw illegalArgument(
          `invalid value ${javaDouble(single)}; must be between -3.4028234663852886E38 and 3.4028234663852886E38`,
        );
    }
  },
};
