/** What roles give a caller on indices, as plain data: it travels with requests to the threads that read and write. */

/**
 * Fields that a role shows: those that match `grant` and not `except`, both simple patterns. An empty `grant` shows
 * none.
 */
export interface FieldGrant {
  readonly grant: readonly string[];
  readonly except: readonly string[];
}

/** Privileges on the indices whose names match, and how much of these they show. */
export interface IndexRule {
  /** Simple patterns, and `/regular expressions/`. */
  readonly names: readonly string[];
  /** Names of privileges in lower case, and patterns of actions (`indices:data/read/*`). */
  readonly privileges: readonly string[];
  /** Whether the names reach the server's own indices. */
  readonly allowRestricted: boolean;
  /** JSON text of the query that documents must match; undefined: every document. */
  readonly query?: string | undefined;
  /** Undefined: every field. */
  readonly fields?: FieldGrant | undefined;
}

/**
 * The index privileges of a caller as plain data: `all` on ordinary indices, or patterns with the privileges they give.
 */
export interface IndexGrant {
  readonly all: boolean;
  readonly user: string;
  /** How a refusal names the caller, when not as a user with roles: `API key id [x] of user [y]`. */
  readonly caller?: string | undefined;
  /** Names of the caller's roles, for the words of a refusal. */
  readonly roles?: readonly string[] | undefined;
  readonly rules: readonly IndexRule[];
  /**
   * What holds beside it, as the owner's rights beside those of an API key: both must allow, and only what both show is
   * shown.
   */
  readonly limitedBy?: IndexGrant | undefined;
}
