/** A category of messages, and how it is shown. */
import type { Rendered } from "../aggregation-kind.ts";

/** What is known of the messages of a category. Plain data. */
export interface Category {
  /** The tokens of the first message, to which others are compared. */
  readonly first: readonly string[];
  /** Those that all messages have, in this order. */
  readonly common: readonly string[];
  /** Of the longest message, in UTF-16 units. */
  readonly longest: number;
}

/** Others may be a tenth longer than what was seen. */
const LONGER = 1.1;

const special = /[\\^$.|?*+()[\]{}]/g;

/** The tokens as a text. */
export function categoryKey({ common }: Category): string {
  return common.join(" ");
}

/** The members of a bucket that tell the category. */
export function renderCategory(category: Category): Rendered {
  const tokens = category.common.map((token) => token.replaceAll(special, String.raw`\$&`));
  return {
    key: categoryKey(category),
    regex: tokens.length === 0 ? ".*?" : `.*?${tokens.join(".+?")}.*?`,
    max_matching_length: Math.floor(category.longest * LONGER),
  };
}
