/**
 * Whether a text has no half of a surrogate pair alone: UTF-8 has no bytes for one, so that what is kept would be
 * another text.
 */
export function isWellFormed(text: string): boolean {
  return !LONE_SURROGATE.test(text);
}

const LONE_SURROGATE = /\p{Surrogate}/u;
