/** Where credentials are looked up; the identity records are one, the environment's emergency administrator another. */
import type { Principal } from "./principal.ts";

/** A caller whose credentials hold. */
export interface Verified {
  readonly principal: Principal;
  /** When the credentials expire by themselves (milliseconds since 1970); undefined: never. */
  readonly validUntilMs: number | undefined;
}

/** A user who can sign in with a password. */
export interface PasswordHolder extends Verified {
  readonly passwordHash: string;
}

/** Looks credentials up, always in what was written last. */
export interface CredentialDirectory {
  /** Rises before and after every change of a record: what was read at a lower one may be outdated. */
  readonly epoch: number;
  /** Owner of the key of a usable token; `id`, when given, must be the token's. */
  findKey(key: string, id: string | undefined): Promise<Verified | undefined>;
  /** The user of this name, where the password is the key of one of their usable app passwords. */
  findAppPassword(username: string, password: string): Promise<Verified | undefined>;
  /** An active user by name; undefined when there is none, or it has no password. */
  findUser(username: string): Promise<PasswordHolder | undefined>;
  /** Owner of a session that is not over. */
  findSession(key: string): Promise<Verified | undefined>;
  /** What must come back in `X-CSRFToken` with whatever changes something in this session. */
  csrfOf(sessionKey: string): string;
  /** A password was verified anew (not found in the cache). */
  passwordUsed(principal: Principal, clientAddress: string): void;
  /** Credentials were refused; `username` where they named one. */
  refused(username: string | undefined, clientAddress: string): void;
  /** There were so many wrong passwords that further ones are not looked at for a while. */
  throttled(username: string, clientAddress: string): void;
  /** So many attempts of a minute were not looked at, of a user or (undefined) of whomever. */
  unseen(count: number, username: string | undefined, clientAddress: string): void;
}
