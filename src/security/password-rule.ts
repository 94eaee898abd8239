/** What a password may be: one rule for both interfaces, the settings and the command line (docs/limits.md). */

/** Characters (UTF-16 units) that a password must have, as in Elasticsearch. */
export const LEAST_PASSWORD = 6;
/** The most that it may have. */
export const LONGEST_PASSWORD = 1024;

/** What is wrong with a new password, in the words of Elasticsearch where it has some; undefined: nothing. */
export function passwordFault(password: string): string | undefined {
  if (password.length < LEAST_PASSWORD) return `passwords must be at least [${LEAST_PASSWORD}] characters long`;
  if (password.length > LONGEST_PASSWORD) return `passwords must be at most [${LONGEST_PASSWORD}] characters long`;
  return password.trim() === "" || holdsNull(password)
    ? "passwords must not be blank or hold null characters"
    : undefined;
}

/**
 * Hashing pads with NUL, so that a password and the same with NULs behind it would be one: none that holds one is
 * right.
 */
export function holdsNull(password: string): boolean {
  return password.includes("\u0000");
}
