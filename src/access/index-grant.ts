/**
 * Index privileges from a caller's roles, as plain data: they travel with requests to the threads that read and write.
 */

/**
 * Fields that a role may see: those that match `grant` and not `except`, both simple patterns. An empty `grant` allows
 * none.
 */
export interface FieldGrant {
  readonly grant: readonly string[];
  readonly except: readonly string[];
}

/** Privileges on the indices whose names match, with restrictions on documents and fields. */
export interface IndexRule {
  /** Simple patterns, and `/regular expressions/`. */
  readonly names: readonly string[];
  /** Names of privileges in lower case, and patterns of actions (`indices:data/read/*`). */
  readonly privileges: readonly string[];
  /** Whether the rule applies to restricted (internal) indices. */
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
  /** Text that identifies the caller in refusals, if not a user with roles: `API key id [x] of user [y]`. */
  readonly caller?: string | undefined;
  /** Names of the caller's roles, for the message of a refusal. */
  readonly roles?: readonly string[] | undefined;
  readonly rules: readonly IndexRule[];
  /**
   * A grant that limits this one, as the owner's does that of an API key: both must allow an action, and only what both
   * may see is visible.
   */
  readonly limitedBy?: IndexGrant | undefined;
}
