/** How vectors are compared, as services name it. */
export const SIMILARITIES: readonly string[] = ["cosine", "dot_product", "l2_norm"];
