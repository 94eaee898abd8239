// BM25 in float32, operation by operation as Lucene's BM25Similarity.BM25Scorer does it, and its upper bounds.
import {
  CURSOR_BLOCKS,
  CURSOR_FIELD,
  CURSOR_FIRST_BLOCK,
  CURSOR_FULL_BLOCKS,
  CURSOR_KNOWN_BLOCK,
  CURSOR_KNOWN_PRODUCT,
  CURSOR_SHALLOW,
  CURSOR_TABLE,
  CURSOR_TAIL_PRODUCT,
  CURSOR_WEIGHT,
  FIELD_BLOCK_IMPACTS,
  FIELD_IMPACTS,
  FIELD_NORM_MASK,
  FIELD_NORMS,
} from "./layout";
import { blockOfAtLeast, freq, lastDocOf } from "./cursor";

/**
 * Sums of many clauses in float64 depend on their order in the last bit. A bound times this is a bound in every order,
 * for up to 8,192 clauses (Lucene's MathUtil.sumUpperBound gives the error: about clauses × 2^-53).
 */
export const SUM_SLACK: f64 = 1.0 + 1.0 / 1099511627776.0;

/**
 * The score of `product` = frequency × inverse norm. Grows with the product, so the bound of a product bounds the
 * score.
 */
export function scoreOf(weight: f32, product: f32): f32 {
  return weight - weight / (1 + product);
}

/** The score of a document in which the cursor's term is so frequent. */
export function scoreWith(cursor: usize, doc: i32, frequency: f32): f32 {
  const field = load<usize>(cursor, CURSOR_FIELD);
  const norm = <usize>(
    load<u8>(
      load<usize>(field, FIELD_NORMS) + <usize>(<u32>doc & load<u32>(field, FIELD_NORM_MASK)),
    )
  );
  const inverse = load<f32>(load<usize>(cursor, CURSOR_TABLE) + (norm << 2));
  return scoreOf(load<f32>(cursor, CURSOR_WEIGHT), frequency * inverse);
}

/** The score of the document that the cursor stands on. */
export function scoreHere(cursor: usize, doc: i32): f32 {
  return scoreWith(cursor, doc, <f32>freq(cursor));
}

/** Largest frequency × inverse norm in a block, from its impacts. */
export function blockProduct(cursor: usize, block: i32): f32 {
  if (block >= load<i32>(cursor, CURSOR_FULL_BLOCKS)) return load<f32>(cursor, CURSOR_TAIL_PRODUCT);
  if (load<i32>(cursor, CURSOR_KNOWN_BLOCK) == block)
    return load<f32>(cursor, CURSOR_KNOWN_PRODUCT);
  const field = load<usize>(cursor, CURSOR_FIELD);
  const table = load<usize>(cursor, CURSOR_TABLE);
  const blockImpacts = load<usize>(field, FIELD_BLOCK_IMPACTS);
  let most: f32 = 0;
  if (blockImpacts == 0) {
    // Without frequencies all are 1, and the shortest document (norm 0; 1 where there are no norms) scores best.
    most = load<f32>(table + (load<u32>(field, FIELD_NORM_MASK) != 0 ? 0 : 4));
  } else {
    const number = <usize>(load<i32>(cursor, CURSOR_FIRST_BLOCK) + block);
    const impacts = load<usize>(field, FIELD_IMPACTS);
    let at = impacts + ((<usize>load<u32>(blockImpacts + (number << 2))) << 2);
    const end = impacts + ((<usize>load<u32>(blockImpacts + (number << 2), 4)) << 2);
    for (; at < end; at += 4) {
      const impact = load<u32>(at);
      most = max<f32>(most, <f32>(impact >> 8) * load<f32>(table + ((<usize>(impact & 255)) << 2)));
    }
  }
  store<i32>(cursor, block, CURSOR_KNOWN_BLOCK);
  store<f32>(cursor, most, CURSOR_KNOWN_PRODUCT);
  return most;
}

/** Upper bound of the score in a block. */
export function blockBound(cursor: usize, block: i32): f32 {
  return scoreOf(load<f32>(cursor, CURSOR_WEIGHT), blockProduct(cursor, block));
}

/** The first block that reaches `from`; ranges are asked for in ascending order. */
export function shallowAdvance(cursor: usize, from: i32): i32 {
  let block = load<i32>(cursor, CURSOR_SHALLOW);
  if (block < load<i32>(cursor, CURSOR_BLOCKS) && lastDocOf(cursor, block) < from) {
    block = blockOfAtLeast(cursor, block + 1, from);
    store<i32>(cursor, block, CURSOR_SHALLOW);
  }
  return block;
}

/** Largest product in documents `from .. to - 1`, by blocks; -1 when no block reaches them. */
export function rangeProduct(cursor: usize, from: i32, to: i32): f32 {
  let block = shallowAdvance(cursor, from);
  const blocks = load<i32>(cursor, CURSOR_BLOCKS);
  if (block >= blocks) return -1;
  if (block > 0 && lastDocOf(cursor, block - 1) >= to - 1) return -1;
  let most = blockProduct(cursor, block);
  while (lastDocOf(cursor, block) < to - 1 && ++block < blocks)
    most = max<f32>(most, blockProduct(cursor, block));
  return most;
}

/** Upper bound of the score in documents `from .. to - 1`; -1 when no document of the term can be there. */
export function rangeBound(cursor: usize, from: i32, to: i32): f32 {
  const product = rangeProduct(cursor, from, to);
  return product < 0 ? -1 : scoreOf(load<f32>(cursor, CURSOR_WEIGHT), product);
}
