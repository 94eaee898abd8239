/**
 * The identity records as a directory of credentials: keys of tokens, passwords of users, and what their owners may do.
 */
import type { Clock } from "../../core/clock.ts";
import type { JsonObject } from "../../core/json.ts";
import type { CredentialDirectory, PasswordHolder, Verified } from "../../security/credential-directory.ts";
import type { Principal } from "../../security/principal.ts";
import type { SecretBox } from "../../security/secret-box.ts";
import { callerOf, callerOfToken } from "./caller.ts";
import { tokenKeyClaim, userNameClaim } from "../records/claims.ts";
import type { EventSink } from "../event-sink.ts";
import { accessTokenModel } from "../records/models.ts";
import { noteLogin } from "./note-login.ts";
import type { StoredRecord } from "../records/record-store.ts";
import { csrfOf, findSession } from "./sessions.ts";
import { numberOf, stringOf } from "../records/stored-values.ts";
import { isUsable, NEVER } from "./token-keys.ts";
import type { WatchedRecordStore } from "../records/watched-record-store.ts";

/** What a directory is built from. */
export interface DirectoryDependencies {
  readonly store: WatchedRecordStore;
  readonly secretBox: SecretBox;
  readonly clock: Clock;
  readonly events: EventSink;
  readonly log: (level: "warn", message: string) => void;
}

const LONGEST_NAME = 150;

export class IdentityDirectory implements CredentialDirectory {
  readonly #parts: DirectoryDependencies;

  constructor(parts: DirectoryDependencies) {
    this.#parts = parts;
  }

  get epoch(): number {
    return this.#parts.store.epoch;
  }

  async findKey(key: string, id: string | undefined): Promise<Verified | undefined> {
    const { store, secretBox, clock } = this.#parts;
    const holder = await store.claimed(tokenKeyClaim(secretBox.digest(key)));
    const token = holder === undefined ? undefined : await store.get(holder);
    if (!token || !isUsable(token.fields, clock.now())) return undefined;
    const validUntilMs = endOf(stringOf(token.fields, "expires_at"));
    if (token.model === accessTokenModel.name) {
      const user = id === undefined ? await store.get(`user:${numberOf(token.fields, "user")}`) : undefined;
      return isActive(user)
        ? { principal: await this.#principal(user, "access_token", token.id), validUntilMs }
        : undefined;
    }
    if (token.fields["intent"] !== "api") return undefined;
    const identifier = stringOf(token.fields, "identifier");
    if (id !== undefined && id !== identifier && id !== stringOf(token.fields, "pk")) return undefined;
    const owner = await store.get(`user:${numberOf(token.fields, "user")}`);
    if (!isActive(owner)) return undefined;
    const principal = await this.#principal(owner, id === undefined ? "token" : "api_key", identifier);
    return { principal: callerOfToken(principal, token, owner), validUntilMs };
  }

  async findAppPassword(username: string, password: string): Promise<Verified | undefined> {
    const { store, secretBox, clock } = this.#parts;
    const holder = await store.claimed(tokenKeyClaim(secretBox.digest(password)));
    const token = holder === undefined ? undefined : await store.get(holder);
    if (token?.fields["intent"] !== "app_password" || !isUsable(token.fields, clock.now())) return undefined;
    const owner = await store.get(`user:${numberOf(token.fields, "user")}`);
    if (!isActive(owner) || stringOf(owner.fields, "username") !== username) return undefined;
    // As a key: it proves less than the password itself, with which a user may change it.
    const principal = await this.#principal(owner, "token", stringOf(token.fields, "identifier"));
    return { principal, validUntilMs: endOf(stringOf(token.fields, "expires_at")) };
  }

  async findUser(username: string): Promise<PasswordHolder | undefined> {
    const { store } = this.#parts;
    const holder = await store.claimed(userNameClaim(username));
    const user = holder === undefined ? undefined : await store.get(holder);
    if (!isActive(user)) return undefined;
    const passwordHash = stringOf(user.fields, "password_hash");
    if (passwordHash === "") return undefined;
    return { principal: await this.#principal(user, "password", undefined), validUntilMs: undefined, passwordHash };
  }

  async findCaller(username: string): Promise<Principal | "disabled" | undefined> {
    const { store } = this.#parts;
    const holder = await store.claimed(userNameClaim(username));
    const user = holder === undefined ? undefined : await store.get(holder);
    if (!user) return undefined;
    return isActive(user) ? this.#principal(user, "password", undefined) : "disabled";
  }

  async findSession(key: string): Promise<Verified | undefined> {
    const session = await findSession(this.#parts, key, this.#parts.clock.now());
    if (!session || !isActive(session.user)) return undefined;
    return { principal: await this.#principal(session.user, "session", undefined), validUntilMs: session.expiresMs };
  }

  csrfOf(sessionKey: string): string {
    return csrfOf(this.#parts.secretBox, sessionKey);
  }

  passwordUsed(principal: Principal, clientAddress: string): void {
    const { events, clock, log } = this.#parts;
    const createdMs = clock.now();
    const user = { pk: principal.userId, username: principal.username, email: principal.email };
    events.record({
      action: "login",
      app: "wardex.identity.directory",
      user,
      context: { auth_method: "password" },
      clientIp: clientAddress,
      createdMs,
    });
    // The log-in does not wait for its date, and does not fail with it.
    noteLogin(this.#parts.store, principal.userId, createdMs).catch((error: unknown) =>
      log("warn", `the log-in of user ${principal.userId} was not noted: ${String(error)}`),
    );
  }

  refused(username: string | undefined, clientAddress: string): void {
    const { events, clock } = this.#parts;
    // Without a name it was a key: that is no log-in.
    if (username === undefined) return;
    const context = { username: username.slice(0, LONGEST_NAME) };
    events.record({
      action: "login_failed",
      app: "wardex.identity.directory",
      user: undefined,
      context,
      clientIp: clientAddress,
      createdMs: clock.now(),
    });
  }

  throttled(username: string, clientAddress: string): void {
    this.#suspicious(
      "Too many wrong passwords: further ones are refused for a while.",
      { username: username.slice(0, LONGEST_NAME) },
      clientAddress,
    );
  }

  unseen(count: number, username: string | undefined, clientAddress: string): void {
    const name = username === undefined ? {} : { username: username.slice(0, LONGEST_NAME) };
    this.#suspicious(
      "Attempts to authenticate were refused unseen, after too many wrong passwords.",
      { ...name, refused: count },
      clientAddress,
    );
  }

  #suspicious(message: string, more: JsonObject, clientAddress: string): void {
    const { events, clock } = this.#parts;
    const context = { message, ...more };
    const event = {
      app: "wardex.identity.directory",
      user: undefined,
      context,
      clientIp: clientAddress,
      createdMs: clock.now(),
    };
    events.record({ action: "suspicious_request", ...event });
  }

  #principal(
    user: StoredRecord,
    authentication: Principal["authentication"],
    credentialId: string | undefined,
  ): Promise<Principal> {
    return callerOf(this.#parts.store, user, { authentication, credentialId });
  }
}

function endOf(expires: string): number | undefined {
  return expires === NEVER ? undefined : Date.parse(expires);
}

function isActive(user: StoredRecord | undefined): user is StoredRecord {
  return user !== undefined && user.fields["is_active"] !== false;
}
