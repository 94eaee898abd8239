/** Verifies credentials against a directory, and remembers the verified ones until a record changes. */
import { createHmac, randomBytes } from "node:crypto";
import type { Clock, MonotonicClock } from "../core/clock.ts";
import {
  forgedRequest,
  missingCredentials,
  tooManyFailures,
  wrongCredentials,
  wrongKindOfKey,
} from "./authentication-errors.ts";
import { BoundedCache } from "./bounded-cache.ts";
import type { CredentialDirectory, PasswordHolder, Verified } from "./credential-directory.ts";
import { type Credentials, parseAuthorization } from "./credentials.ts";
import { equalSecrets } from "./equal-secrets.ts";
import { type Attempt, FailedAttempts, type Later } from "./failed-attempts.ts";
import { addressGroup } from "./address-group.ts";
import type { Turn } from "./fair-queue.ts";
import { hashPassword, type ScryptCost, verifyPassword } from "./password-hash.ts";
import type {
  AuthenticationOptions,
  Authenticator,
  PasswordVerifier,
  Principal,
  RememberedCaller,
} from "./principal.ts";
import { sessionKeyOf } from "./session-cookies.ts";

interface Entry {
  readonly verified: Verified;
  readonly epoch: number;
  readonly endsMs: number;
  /** How often everything was forgotten before. */
  readonly clearing: number;
}

// Beside the epoch, for whatever changes without a record (a clock, a role of another node).
const TIME_TO_LIVE_MS = 60_000;
const MAXIMUM_ENTRIES = 10_000;
/** How long an address that showed the right password of a user goes before others. */
const KNOWN_MS = 12 * 60 * 60 * 1000;

/** What may be given for tests, and the cost of hashes. */
export interface AuthenticatorDependencies {
  /**
   * That of the hashes in the directory, so that unknown users take as long as known ones; the usual one when absent.
   */
  readonly passwordCost?: ScryptCost | undefined;
  readonly verify?: (password: string, text: string, turn: Turn) => Promise<boolean>;
  readonly later?: Later;
}

/** One for both interfaces: keys and passwords are the same everywhere. */
export class CachingAuthenticator implements Authenticator, PasswordVerifier {
  readonly #directory: CredentialDirectory;
  readonly #clock: Clock & MonotonicClock;
  readonly #attempts: FailedAttempts;
  readonly #parts: AuthenticatorDependencies;
  // The cache holds no header and no hash that means anything outside this process.
  readonly #cacheKey = randomBytes(32);
  readonly #verified = new BoundedCache<Entry>(MAXIMUM_ENTRIES);
  /** Passwords that were found right, by password and hash text: a changed record does not cost another scrypt. */
  readonly #passwords = new BoundedCache<true>(MAXIMUM_ENTRIES);
  #clearings = 0;
  /** Verifications under way: a hundred requests of one address with one password cost one scrypt. */
  readonly #checking = new Map<string, Promise<boolean>>();
  /** When an address last showed the right password of a user. */
  readonly #seen = new BoundedCache<number>(MAXIMUM_ENTRIES);
  /** Verified in place of a user who is not there, so that the time tells nothing. */
  #decoy: Promise<string> | undefined;

  constructor(directory: CredentialDirectory, clock: Clock & MonotonicClock, parts: AuthenticatorDependencies = {}) {
    this.#directory = directory;
    this.#clock = clock;
    this.#parts = parts;
    this.#attempts = new FailedAttempts(
      clock,
      ({ username, address, count }) => directory.unseen(count, username, address),
      parts.later,
    );
  }

  /** Lets go of all credentials that were verified, so that each is verified anew. */
  clear(): void {
    this.#clearings++;
    this.#verified.clear();
    this.#passwords.clear();
  }

  async authenticate(
    headers: Readonly<Record<string, string | string[] | undefined>>,
    clientAddress: string,
    options: AuthenticationOptions = {},
  ): Promise<Principal | undefined> {
    const header = headers["authorization"];
    const credentials = parseAuthorization(header);
    if (!credentials) return header === undefined && !options.keys ? this.#bySession(headers, options) : undefined;
    const passwords = options.passwords ?? true;
    const key = this.#keyOfHeader(credentials, header, { clientAddress, passwords });
    const known = this.#known(key);
    if (known) return ofKind(known.verified.principal, options);
    const { epoch } = this.#directory;
    const verified = await this.#verify(credentials, clientAddress, { ...options, passwords });
    this.#keep(key, verified, epoch);
    return ofKind(verified.principal, options);
  }

  remembered(
    headers: Readonly<Record<string, string | string[] | undefined>>,
    clientAddress: string,
  ): RememberedCaller | undefined {
    const header = headers["authorization"];
    const credentials = parseAuthorization(header);
    const entry =
      credentials && this.#known(this.#keyOfHeader(credentials, header, { clientAddress, passwords: true }));
    if (!entry || entry.verified.principal.apiKey?.type === "cross_cluster") return undefined;
    const { principal, validUntilMs = Infinity } = entry.verified;
    const untilMs = Math.min(validUntilMs, this.#clock.now() + entry.endsMs - this.#clock.monotonicMs());
    return { principal, untilMs, holds: () => this.#isFresh(entry) };
  }

  #keyOfHeader(
    credentials: Credentials,
    header: unknown,
    { clientAddress, passwords }: { clientAddress: string; passwords: boolean },
  ): string {
    // Of the address alone: another one must not learn from the cache, past all counting, which password is right.
    const from = credentials.kind === "password" ? addressGroup(clientAddress) : "";
    return this.#keyed(`${passwords ? "p" : "k"} ${from} ${String(header)}`);
  }

  async verifyPassword(username: string, password: string, clientAddress: string): Promise<Principal | undefined> {
    const verified = await this.#byPassword({ username, password }, clientAddress, false);
    if (!verified) this.#directory.refused(username, clientAddress);
    return verified?.principal;
  }

  /** A cookie that means nothing is as good as none: sessions end, and browsers go on sending them. */
  async #bySession(
    headers: Readonly<Record<string, string | string[] | undefined>>,
    { method }: AuthenticationOptions,
  ): Promise<Principal | undefined> {
    const session = sessionKeyOf(headers);
    if (session === undefined) return undefined;
    const key = this.#keyed(`s ${session}`);
    let verified = this.#known(key)?.verified;
    if (!verified) {
      const { epoch } = this.#directory;
      verified = await this.#directory.findSession(session);
      if (!verified) return undefined;
      this.#keep(key, verified, epoch);
    }
    const safe = method === "GET" || method === "HEAD" || method === "OPTIONS";
    if (!safe && !equalSecrets(String(headers["x-csrftoken"]), this.#directory.csrfOf(session))) throw forgedRequest();
    return verified.principal;
  }

  #keep(key: string, verified: Verified, epoch: number): void {
    const endsMs = this.#clock.monotonicMs() + TIME_TO_LIVE_MS;
    this.#verified.set(key, { verified, epoch, endsMs, clearing: this.#clearings });
  }

  #known(key: string): Entry | undefined {
    const entry = this.#verified.get(key);
    if (!entry || this.#isFresh(entry)) return entry;
    this.#verified.delete(key);
    return undefined;
  }

  #isFresh({ verified, epoch, endsMs, clearing }: Entry): boolean {
    return (
      epoch === this.#directory.epoch &&
      clearing === this.#clearings &&
      this.#clock.monotonicMs() < endsMs &&
      // A stored time, which only the wall clock can tell.
      (verified.validUntilMs === undefined || this.#clock.now() < verified.validUntilMs)
    );
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
        if (byKey || !passwords) return byKey;
        // A key as well, which nobody guesses: it is not throttled.
        return (
          (await this.#directory.findAppPassword(credentials.username, credentials.password)) ??
          this.#byPassword(credentials, address, true)
        );
      }
    }
  }

  /** Only passwords can be guessed, so only they are throttled: a client with an old key holds nobody up. */
  async #byPassword(given: Given, address: string, tell: boolean): Promise<Verified | undefined> {
    const { username, password } = given;
    this.#mayTry(username, address);
    const user = await this.#directory.findUser(username);
    const key = this.#keyed(`${addressGroup(address)} ${user?.passwordHash ?? `nobody ${username}`}\n${password}`);
    const underWay = this.#checking.get(key);
    // The same password, once more: it is hashed once, but is an attempt of its own where it is wrong.
    if (underWay) return (await underWay) ? user : this.#wrong(this.#begin(username, address), username, address);
    const attempt = this.#begin(username, address);
    const check = this.#rightPassword(user, given, { address, tell });
    this.#checking.set(key, check);
    let right: boolean;
    try {
      right = await check;
    } catch (error) {
      attempt.dropped();
      throw error;
    } finally {
      this.#checking.delete(key);
    }
    if (!right) return this.#wrong(attempt, username, address);
    attempt.succeeded();
    this.#seen.set(seenKey(username, address), this.#clock.now());
    return user;
  }

  #mayTry(username: string, address: string): void {
    const wait = this.#attempts.refuse(username, address);
    if (wait > 0) throw tooManyFailures(wait);
  }

  #begin(username: string, address: string): Attempt {
    this.#mayTry(username, address);
    return this.#attempts.begin(username, address);
  }

  #wrong(attempt: Attempt, username: string, address: string): undefined {
    if (attempt.failed()) this.#directory.throttled(username, address);
  }

  /**
   * The first use of a right password is told with the address, if it is to be told. An unknown user takes as long as a
   * known one.
   */
  async #rightPassword(
    user: PasswordHolder | undefined,
    { username, password }: Given,
    { address, tell }: { address: string; tell: boolean },
  ): Promise<boolean> {
    const verify = this.#parts.verify ?? verifyPassword;
    const seenMs = this.#seen.get(seenKey(username, address));
    const known = seenMs !== undefined && this.#clock.now() < seenMs + KNOWN_MS;
    const turn: Turn = { address: addressGroup(address), username, known };
    if (!user) {
      this.#decoy ??= hashPassword(randomBytes(16).toString("hex"), this.#parts.passwordCost);
      await verify(password, await this.#decoy, turn);
      return false;
    }
    const key = this.#keyed(`${user.passwordHash}\n${password}`);
    if (this.#passwords.get(key)) return true;
    if (!(await verify(password, user.passwordHash, turn))) return false;
    this.#passwords.set(key, true);
    if (tell) this.#directory.passwordUsed(user.principal, address);
    return true;
  }

  #keyed(text: string): string {
    return createHmac("sha256", this.#cacheKey).update(text).digest("base64");
  }
}

/** A user name and a password as they were given. */
interface Given {
  readonly username: string;
  readonly password: string;
}

function seenKey(username: string, address: string): string {
  return `${addressGroup(address)} ${username}`;
}

/** The caller, if the key is of the kind that is wanted. Throws 401. */
function ofKind(principal: Principal, { keys, uri = "/" }: AuthenticationOptions): Principal {
  const { apiKey } = principal;
  if (keys === undefined && apiKey?.type === undefined) return principal;
  if (!apiKey) throw missingCredentials(uri);
  if (apiKey.type !== keys) throw wrongKindOfKey(apiKey.id, keys ?? "rest", apiKey.type ?? "rest");
  return principal;
}
