/** For tests: users, groups and role mappings through which somebody could gain rights, and whether somebody did. */
import type { WriteItem } from "../../documents/documents.ts";
import type { JsonObject } from "../../core/json.ts";
import type { Pipeline } from "../../http/pipeline.ts";
import { rolesOfUsers } from "../../identity/directory/caller.ts";
import { putRole } from "../../identity/directory/roles.ts";
import { TestIdentity } from "./identity.ts";
import { identityDialect } from "../../identity/interface/identity-dialect.ts";
import { pipelineOf } from "../http/pipeline.ts";
import { listAll } from "../../identity/records/list-all.ts";
import { accessTokenModel, models, sessionModel, tokenModel, userModel } from "../../identity/records/models.ts";
import { MemoryRecordStore } from "../../identity/records/memory-record-store.ts";
import type { RecordChange, RecordQuery, RecordStore, StoredRecord } from "../../identity/records/record-store.ts";
import { numberOf, stringOf } from "../../identity/records/stored-values.ts";
import { endpoints } from "../../identity/resources.ts";
import { putRoleMapping } from "../../identity/roles/role-mappings.ts";
import { makeApiKey } from "../../identity/security/api-keys.ts";

/** Rules of role mappings that somebody fits sooner or later, by what they look at. */
export const WAYS: Readonly<Record<string, JsonObject | undefined>> = {
  "no mapping": undefined,
  "user name": { field: { username: "svc-*" } },
  "group name": { field: { groups: ["dba", "dbb"] } },
  metadata: { field: { "metadata.level": 9 } },
  "group and metadata": { all: [{ field: { groups: ["dba", "dbb"] } }, { field: { "metadata.dept": "it" } }] },
  "not in a group": { all: [{ field: { "metadata.dept": "it" } }, { except: { field: { groups: "crew" } } }] },
  "any of some": {
    any: [
      { field: { username: "boss" } },
      { all: [{ field: { groups: "dba" } }, { field: { "metadata.dept": "it" } }] },
    ],
  },
  "group without metadata": {
    all: [{ field: { groups: ["dba", "dbb"] } }, { except: { field: { "metadata.dept": "hr" } } }],
  },
  "two groups": { all: [{ field: { groups: ["dba", "plain"] } }, { field: { groups: ["below", "crew"] } }] },
};

const OWN_ROLE = "helpdesk";
/** What of `_security` somebody may who is no superuser; `manage_security` makes one, as in Elasticsearch. */
const SECURITY_PRIVILEGES = ["manage_own_api_key", "grant_api_key", "manage_token"];

export type CallerName = "user administrator" | "limited key";
export const CALLERS: readonly CallerName[] = ["user administrator", "limited key"];

/** Hal holds every identity permission, and is no superuser. */
export class EscalationWorld {
  readonly t: TestIdentity;
  readonly hal: number;
  readonly pat: number;
  readonly groups: Readonly<Record<"superusers" | "crew" | "plain" | "below" | "dbb", string>>;
  readonly credentials: Readonly<Record<CallerName, string>>;
  readonly store: ResettableStore;
  readonly #unguarded: Pipeline;

  private constructor(parts: Pick<EscalationWorld, "t" | "hal" | "pat" | "groups" | "credentials" | "store">) {
    this.t = parts.t;
    this.store = parts.store;
    this.#unguarded = unguarded(parts.t);
    this.hal = parts.hal;
    this.pat = parts.pat;
    this.groups = parts.groups;
    this.credentials = parts.credentials;
  }

  static async open(rules: JsonObject | undefined): Promise<EscalationWorld> {
    const records = new ResettableStore();
    const t = await TestIdentity.open(() => Promise.resolve(records));
    const { store } = t.identity;
    const everything = { application: "wardex", privileges: ["*"], resources: ["*"] };
    await putRole(store, OWN_ROLE, { cluster: SECURITY_PRIVILEGES, indices: [], applications: [everything] });
    await putRole(store, "powerful", { cluster: ["all"], indices: [] });
    const group = async (name: string, more: JsonObject = {}): Promise<string> =>
      stringOf((await t.call("POST", "core/groups/", { body: { name, ...more } })).object, "pk");
    const [first] = (await listAll(store, { model: "group", filters: {} })).map(({ fields }) => stringOf(fields, "pk"));
    const crew = await group("crew");
    const plain = await group("plain");
    const below = await group("below", { parent: plain });
    const dbb = await group("dbb");
    const attributes = { dept: "it" };
    const hal = await t.user("hal", { roles: [OWN_ROLE], groups: [crew], attributes });
    const pat = await t.user("pat", { groups: [below], attributes });
    await t.token(pat, "of-pat");
    const credentials = { "user administrator": await t.token(hal, "of-hal"), "limited key": await limitedKey(t) };
    if (rules) await putRoleMapping(store, "way", { enabled: true, roles: ["superuser"], rules, metadata: {} });
    records.keep();
    return new EscalationWorld({
      t,
      hal,
      pat,
      groups: { superusers: first ?? "", crew, plain, below, dbb },
      credentials,
      store: records,
    });
  }

  /** The same interface without the guard of its records, to see that escalations are found. */
  get unguarded(): Pipeline {
    return this.#unguarded;
  }

  /** All users with their roles, and everything by which they are known. */
  async look(): Promise<World> {
    const { store } = this;
    const users = await listAll(store, { model: userModel.name, filters: {} });
    const roles = await rolesOfUsers(store, users);
    const known = [tokenModel, accessTokenModel, sessionModel];
    const credentials = (
      await Promise.all(known.map((model) => listAll(store, { model: model.name, filters: {} })))
    ).flat();
    return { users: users.map((user, at) => ({ user, roles: roles[at] ?? [] })), credentials };
  }

  /** What the caller gained between two looks that was not theirs; undefined: nothing. */
  gained(caller: CallerName, before: World, after: World): string | undefined {
    if (caller === "limited key")
      return sameRecords(before, after) ? undefined : "a limited key wrote users or credentials";
    const own = (roles: readonly string[]): boolean => roles.every((role) => role === OWN_ROLE);
    const ids = new Set([...before.users, ...after.users].map(({ user }) => user.id));
    for (const id of ids) {
      const [was, is] = [before, after].map(({ users }) => users.find(({ user }) => user.id === id));
      const [had = [], has = []] = [was?.roles, is?.roles];
      const moved = [...had.filter((role) => !has.includes(role)), ...has.filter((role) => !had.includes(role))];
      if (!own(moved)) return `${id} had ${had.join()} and has ${has.join()}`;
      if (own(had)) continue;
      if (JSON.stringify(was?.user.fields) !== JSON.stringify(is?.user.fields)) return `${id} was changed`;
      if (credentialsOf(before, id) !== credentialsOf(after, id)) return `credentials of ${id} were changed`;
    }
    return undefined;
  }
}

/** Records that can be put back as they were, and whether they were written since. */
class ResettableStore implements RecordStore {
  #records = new MemoryRecordStore(models);
  #kept = new MemoryRecordStore(models);
  written = false;

  keep(): void {
    this.#kept = this.#records.copy();
    this.written = false;
  }

  reset(): void {
    this.#records = this.#kept.copy();
    this.written = false;
  }

  get(id: string): Promise<StoredRecord | undefined> {
    return this.#records.get(id);
  }

  getMany(ids: readonly string[]): Promise<(StoredRecord | undefined)[]> {
    return this.#records.getMany(ids);
  }

  claimed(claim: string): Promise<string | undefined> {
    return this.#records.claimed(claim);
  }

  change(changes: readonly RecordChange[], along?: readonly WriteItem[]): Promise<void> {
    this.written = true;
    return this.#records.change(changes, along);
  }

  list(query: RecordQuery): Promise<{ count: number; records: StoredRecord[] }> {
    return this.#records.list(query);
  }

  nextNumber(sequence: string): Promise<number> {
    return this.#records.nextNumber(sequence);
  }
}

function unguarded({ identity: { access } }: TestIdentity): Pipeline {
  return pipelineOf(
    identityDialect({
      endpoints,
      services: access.services,
      storeFor: () => access.services.store,
      authenticator: {
        authenticate: (...given) => access.authenticator.authenticate(...given),
        remembered: () => undefined,
        verifyPassword: (...given) => access.passwords.verifyPassword(...given),
      },
      passwords: true,
      log: () => undefined,
    }),
  );
}

/** What decides about rights at a time. */
interface World {
  readonly users: readonly { readonly user: StoredRecord; readonly roles: readonly string[] }[];
  readonly credentials: readonly StoredRecord[];
}

function sameRecords(before: World, after: World): boolean {
  const [was, is] = [before, after].map(({ users, credentials }) =>
    JSON.stringify([users.map(({ user }) => user), credentials]),
  );
  return was === is;
}

function credentialsOf({ credentials }: World, id: string): string {
  return JSON.stringify(credentials.filter(({ fields }) => `user:${numberOf(fields, "user")}` === id));
}

/** A key of the first administrator that may do everything at the identity interface, and nothing else. */
async function limitedKey(t: TestIdentity): Promise<string> {
  const applications = [{ application: "wardex", privileges: ["*"], resources: ["*"] }];
  const body = {
    roleDescriptors: { some: { cluster: SECURITY_PRIVILEGES, indices: [], applications } },
    metadata: undefined,
    expirationMs: undefined,
  };
  const { key } = await makeApiKey(t.identity.access.services, { pk: 1, username: "admin" }, "limited", body);
  return `Bearer ${key}`;
}
