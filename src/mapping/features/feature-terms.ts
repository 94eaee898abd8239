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
  bits.setFloat32(0, readFeature(term));
  bits.setInt32(0, (bits.getInt32(0) >> 15) << 15);
  return bits.getFloat32(0);
}
