/** Whether a text has no lone surrogate: UTF-8 cannot represent one, so a stored text would differ. */
export function isWellFormed(text: string): boolean {
  return !LONE_SURROGATE.test(text);
}

const LONE_SURROGATE = /\p{Surrogate}/u;
