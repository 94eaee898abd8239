/** Verifies credentials against a directory, and remembers the verified ones until a record changes. */
import { createHmac, randomBytes } from "node:crypto";
import type { Clock } from "../core/clock.ts";
import { tooManyFailures, wrongCredentials } from "./authentication-errors.ts";
import { BoundedCache } from "./bounded-cache.ts";
import type { CredentialDirectory, PasswordHolder, Verified } from "./credential-directory.ts";
import { type Credentials, parseAuthorization } from "./credentials.ts";
import { FailedAttempts } from "./failed-attempts.ts";
import { hashPassword, type ScryptCost, verifyPassword } from "./password-hash.ts";
import type { AuthenticationOptions, Authenticator, Principal } from "./principal.ts";

interface Entry {
  readonly verified: Verified;
  readonly epoch: number;
  readonly endsMs: number;
}

// Beside the epoch, for whatever changes without a record (a clock, a role of another node).
const TIME_TO_LIVE_MS = 60_000;
const MAXIMUM_ENTRIES = 10_000;

/** One for both interfaces: keys and passwords are the same everywhere. */
export class CachingAuthenticator implements Authenticator {
  readonly #directory: CredentialDirectory;
  readonly #clock: Clock;
  readonly #attempts: FailedAttempts;
  readonly #passwordCost: ScryptCost | undefined;
  // The cache holds no header and no hash that means anything outside this process.
  readonly #cacheKey = randomBytes(32);
  readonly #verified = new BoundedCache<Entry>(MAXIMUM_ENTRIES);
  /** Passwords that were found right, by password and hash text: a changed record does not cost another scrypt. */
  readonly #passwords = new BoundedCache<true>(MAXIMUM_ENTRIES);
  /** Verifications under way: a hundred requests with one password cost one scrypt. */
  readonly #checking = new Map<string, Promise<boolean>>();
  /** Verified in place of a user who is not there, so that the time tells nothing. */
  #decoy: Promise<string> | undefined;

  /** `passwordCost`: that of the hashes in the directory, so that unknown users take as long as known ones. */
  constructor(directory: CredentialDirectory, clock: Clock, passwordCost?: ScryptCost) {
    this.#directory = directory;
    this.#clock = clock;
    this.#passwordCost = passwordCost;
    this.#attempts = new FailedAttempts(clock);
  }

  async authenticate(
    headers: Readonly<Record<string, string | string[] | undefined>>,
    clientAddress: string,
    options: AuthenticationOptions = {},
  ): Promise<Principal | undefined> {
    const header = headers["authorization"];
    const credentials = parseAuthorization(header);
    if (!credentials) return undefined;
    const passwords = options.passwords ?? true;
    const key = this.#keyed(`${passwords ? "p" : "k"} ${String(header)}`);
    const known = this.#known(key);
    if (known) return known.principal;
    const { epoch } = this.#directory;
    const verified = await this.#verify(credentials, clientAddress, { ...options, passwords });
    this.#verified.set(key, { verified, epoch, endsMs: Math.min(this.#clock.now() + TIME_TO_LIVE_MS, verified.validUntilMs ?? Infinity) });
    return verified.principal;
  }

  #known(key: string): Verified | undefined {
    const entry = this.#verified.get(key);
    if (!entry) return undefined;
    if (entry.epoch === this.#directory.epoch && this.#clock.now() < entry.endsMs) return entry.verified;
    this.#verified.delete(key);
    return undefined;
  }

  async #verify(credentials: Credentials, address: string, options: AuthenticationOptions): Promise<Verified> {
    const verified = await this.#find(credentials, address, options.passwords === true);
    if (verified) return verified;
    this.#directory.refused(credentials.kind === "password" ? credentials.username : undefined, address);
    throw wrongCredentials(credentials, options.uri ?? "/");
  }

  async #find(credentials: Credentials, address: string, passwords: boolean): Promise<Verified | undefined> {
    switch (credentials.kind) {
      case "malformed":
        return undefined;
      case "key":
        return this.#directory.findKey(credentials.key, undefined);
      case "api_key":
        return this.#directory.findKey(credentials.key, credentials.id);
      case "password": {
        const byKey = await this.#directory.findKey(credentials.password, undefined);
        return byKey ?? (passwords ? this.#byPassword(credentials.username, credentials.password, address) : undefined);
      }
    }
  }

  /** Only passwords can be guessed, so only they are throttled: a client with an old key holds nobody up. */
  async #byPassword(username: string, password: string, address: string): Promise<Verified | undefined> {
    const wait = this.#attempts.waitSeconds(username, address);
    if (wait > 0) throw tooManyFailures(wait);
    const verified = await this.#rightPassword(username, password, address);
    if (verified) this.#attempts.succeeded(username, address);
    else this.#attempts.failed(username, address);
    return verified;
  }

  async #rightPassword(username: string, password: string, address: string): Promise<Verified | undefined> {
    const user = await this.#directory.findUser(username);
    if (!user) {
      this.#decoy ??= hashPassword(randomBytes(16).toString("hex"), this.#passwordCost);
      await verifyPassword(password, await this.#decoy);
      return undefined;
    }
    return (await this.#isPassword(user, password, address)) ? user : undefined;
  }

  async #isPassword(user: PasswordHolder, password: string, address: string): Promise<boolean> {
    const key = this.#keyed(`${user.passwordHash}\n${password}`);
    if (this.#passwords.get(key)) return true;
    const underWay = this.#checking.get(key);
    if (underWay) return underWay;
    const check = verifyPassword(password, user.passwordHash);
    this.#checking.set(key, check);
    try {
      const right = await check;
      if (right) {
        this.#passwords.set(key, true);
        this.#directory.passwordUsed(user.principal, address);
      }
      return right;
    } finally {
      this.#checking.delete(key);
    }
  }

  #keyed(text: string): string {
    return createHmac("sha256", this.#cacheKey).update(text).digest("base64");
  }
}
