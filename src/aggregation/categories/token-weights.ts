/**
 * How much a token says about the kind of a message. Elasticsearch weighs by a dictionary of English; this is a rule of
 * our own: words weigh more than identifiers, and most do those that turn a message round.
 */

const OTHER = 1;
const WORD = 3;
const TURNING = 4;

/** Letters alone, small but for the first. */
const word = /^\p{L}\p{Ll}*$/u;

const turning = new Set("on off up down in out not no never without before after true false yes ok".split(" "));

/** The weight of each token of a message. */
export function tokenWeights(tokens: readonly string[]): number[] {
  return tokens.map((token) => {
    if (turning.has(token.toLowerCase())) return TURNING;
    return word.test(token) ? WORD : OTHER;
  });
}

/** The sum. */
export function totalOf(weights: readonly number[]): number {
  return weights.reduce((sum, weight) => sum + weight, 0);
}
