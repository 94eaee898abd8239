/** Features as terms: name, separator, four bytes of value. */
import { readFeature } from "./feature-value.ts";

/** Separates name and value. */
export const FEATURE_SEPARATOR = "\0";

const encoder = new TextEncoder();
const bits = new DataView(new ArrayBuffer(4));

/** The prefix of a feature's terms. */
export function featurePrefix(name: string): Uint8Array {
  return encoder.encode(name + FEATURE_SEPARATOR);
}

/**
 * The value of a term for scoring in Elasticsearch: with the nine bits of precision that Lucene's FeatureField keeps.
 */
export function featureScoreOf(term: Uint8Array): number {
  return valueOfBits(featureBits(readFeature(term)));
}

/** What Lucene's FeatureField keeps of a value: the bits of the float32 without the last 15. */
export function featureBits(value: number): number {
  bits.setFloat32(0, value);
  return bits.getInt32(0) >> 15;
}

/** The value of such bits. */
export function valueOfBits(kept: number): number {
  bits.setInt32(0, kept << 15);
  return bits.getFloat32(0);
}
