/** The identity records as a directory of credentials: keys of tokens, passwords of users, and what their owners may do. */
import type { Clock } from "../core/clock.ts";
import type { CredentialDirectory, PasswordHolder, Verified } from "../security/credential-directory.ts";
import type { Principal } from "../security/principal.ts";
import type { SecretBox } from "../security/secret-box.ts";
import { SUPERUSER_ROLE, superuserGrant } from "../security/superuser.ts";
import { tokenKeyClaim, userNameClaim } from "./claims.ts";
import type { EventSink } from "./event-sink.ts";
import { loadGroups, withAncestors } from "./group-graph.ts";
import { noteLogin } from "./note-login.ts";
import type { StoredRecord } from "./record-store.ts";
import { rightsOf, rolesOf } from "./roles.ts";
import { csrfOf, findSession } from "./sessions.ts";
import { numberOf, stringOf, stringsOf } from "./stored-values.ts";
import { isUsable, NEVER } from "./token-keys.ts";
import type { WatchedRecordStore } from "./watched-record-store.ts";

/** What a directory is built from. */
export interface DirectoryParts {
  readonly store: WatchedRecordStore;
  readonly secretBox: SecretBox;
  readonly clock: Clock;
  readonly events: EventSink;
  readonly log: (level: "warn", message: string) => void;
}

export class IdentityDirectory implements CredentialDirectory {
  readonly #parts: DirectoryParts;

  constructor(parts: DirectoryParts) {
    this.#parts = parts;
  }

  get epoch(): number {
    return this.#parts.store.epoch;
  }

  async findKey(key: string, id: string | undefined): Promise<Verified | undefined> {
    const { store, secretBox, clock } = this.#parts;
    const holder = await store.claimed(tokenKeyClaim(secretBox.digest(key)));
    const token = holder === undefined ? undefined : await store.get(holder);
    if (!token || token.fields["intent"] !== "api" || !isUsable(token.fields, clock.now())) return undefined;
    const identifier = stringOf(token.fields, "identifier");
    if (id !== undefined && id !== identifier && id !== stringOf(token.fields, "pk")) return undefined;
    const owner = await store.get(`user:${numberOf(token.fields, "user")}`);
    if (!isActive(owner)) return undefined;
    const expires = stringOf(token.fields, "expires_at");
    return {
      principal: await this.#principal(owner, id === undefined ? "token" : "api_key", identifier),
      validUntilMs: expires === NEVER ? undefined : Date.parse(expires),
    };
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
    events.record({ action: "login", app: "wardex.identity.directory", user, context: { auth_method: "password" }, clientIp: clientAddress, createdMs });
    // The log-in does not wait for its date, and does not fail with it.
    noteLogin(this.#parts.store, principal.userId, createdMs).catch((error: unknown) =>
      log("warn", `the log-in of user ${principal.userId} was not noted: ${String(error)}`),
    );
  }

  refused(username: string | undefined, clientAddress: string): void {
    const { events, clock } = this.#parts;
    // Without a name it was a key: that is no log-in.
    if (username === undefined) return;
    const context = { username: username.slice(0, 150) };
    events.record({ action: "login_failed", app: "wardex.identity.directory", user: undefined, context, clientIp: clientAddress, createdMs: clock.now() });
  }

  async #principal(user: StoredRecord, authentication: Principal["authentication"], credentialId: string | undefined): Promise<Principal> {
    const { store } = this.#parts;
    const { fields } = user;
    const username = stringOf(fields, "username");
    const ids = stringsOf(fields, "groups");
    const groups = withAncestors(await loadGroups(store, ids), ids);
    const superuser = groups.some((group) => group.fields["is_superuser"] === true);
    const rights = await rightsOf(store, [...rolesOf(user), ...groups.flatMap(rolesOf)]);
    const roles = superuser ? [SUPERUSER_ROLE, ...rights.names].sort() : rights.names;
    return {
      username,
      userId: numberOf(fields, "pk"),
      superuser,
      roles,
      authentication,
      credentialId,
      clusterPrivileges: superuser ? ["all"] : rights.cluster,
      permissions: rights.permissions,
      indices: superuser ? { ...superuserGrant(username), roles } : { all: false, user: username, roles, rules: rights.rules },
      email: stringOf(fields, "email"),
      fullName: stringOf(fields, "name"),
    };
  }
}

function isActive(user: StoredRecord | undefined): user is StoredRecord {
  return user !== undefined && user.fields["is_active"] !== false;
}
