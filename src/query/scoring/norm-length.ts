/** Decodes norm bytes to field lengths. */
import { byte4ToInt } from "../../segment/norms/small-float.ts";

/** Length per norm byte (Lucene's `BM25Similarity.LENGTH_TABLE`), float32. */
export const normLengths: Float32Array = Float32Array.from({ length: 256 }, (_, norm) => byte4ToInt(norm));

/** Norm bytes up to this one encode the exact length. */
export const LAST_EXACT_NORM = 39;
