/**
 * Directories of callers who have no record: the process itself, and the administrator of the environment in an
 * emergency.
 */
import type { CredentialDirectory, PasswordHolder, Verified } from "../../security/credential-directory.ts";
import { equalSecrets } from "../../security/equal-secrets.ts";
import { hashPassword } from "../../security/password-hash.ts";
import type { Principal } from "../../security/principal.ts";
import { SUPERUSER_ROLE, superuserRights } from "../../security/superuser.ts";

/** Credentials that stand in no record. */
export interface FixedCredentials {
  readonly username: string;
  readonly password: string | undefined;
  readonly key: string | undefined;
}

/** A directory that knows fixed credentials first, and asks another one for all others. */
export class FixedDirectory implements CredentialDirectory {
  readonly #credentials: FixedCredentials;
  readonly #next: CredentialDirectory | undefined;
  #hash: Promise<string> | undefined;

  constructor(credentials: FixedCredentials, next: CredentialDirectory | undefined) {
    this.#credentials = credentials;
    this.#next = next;
  }

  get epoch(): number {
    return this.#next?.epoch ?? 0;
  }

  async findKey(key: string, id: string | undefined): Promise<Verified | undefined> {
    const { key: own } = this.#credentials;
    if (own !== undefined && id === undefined && equalSecrets(own, key))
      return { principal: this.#principal("token"), validUntilMs: undefined };
    return this.#next?.findKey(key, id);
  }

  async findUser(username: string): Promise<PasswordHolder | undefined> {
    const { password, username: own } = this.#credentials;
    if (password === undefined || username !== own) return this.#next?.findUser(username);
    this.#hash ??= hashPassword(password);
    return { principal: this.#principal("password"), validUntilMs: undefined, passwordHash: await this.#hash };
  }

  async findAppPassword(username: string, password: string): Promise<Verified | undefined> {
    return this.#next?.findAppPassword(username, password);
  }

  async findSession(key: string): Promise<Verified | undefined> {
    return this.#next?.findSession(key);
  }

  csrfOf(sessionKey: string): string {
    return this.#next?.csrfOf(sessionKey) ?? "";
  }

  /** Nobody acts in the place of a caller who has no record. */
  findCaller(): Promise<undefined> {
    return Promise.resolve(undefined);
  }

  passwordUsed(principal: Principal, clientAddress: string): void {
    this.#next?.passwordUsed(principal, clientAddress);
  }

  refused(username: string | undefined, clientAddress: string): void {
    this.#next?.refused(username, clientAddress);
  }

  throttled(username: string, clientAddress: string): void {
    this.#next?.throttled(username, clientAddress);
  }

  unseen(count: number, username: string | undefined, clientAddress: string): void {
    this.#next?.unseen(count, username, clientAddress);
  }

  #principal(authentication: Principal["authentication"]): Principal {
    const { username } = this.#credentials;
    return {
      username,
      userId: 0,
      superuser: true,
      roles: [SUPERUSER_ROLE],
      authentication,
      credentialId: undefined,
      ...superuserRights(username),
      permissions: [],
      email: "",
      fullName: "",
    };
  }
}
