/** Somebody can always sign in and administer the server: no change may take that from the last who can. */
import { illegalArgument } from "../../compat/errors.ts";
import { SUPERUSER_ROLE } from "../../security/superuser.ts";
import { isJsonObject } from "../../core/json.ts";
import { listAll } from "../records/list-all.ts";
import { tokenModel, userModel } from "../records/models.ts";
import { type RecordReader, withChanges } from "../records/record-reader.ts";
import type { RecordChange, RecordStore, StoredRecord } from "../records/record-store.ts";
import { numberOf, objectOf, stringOf } from "../records/stored-values.ts";
import { rolesOfUsers } from "./caller.ts";
import { decides } from "./deciding-records.ts";

const LOST =
  "this would leave no active superuser who can sign in: make another user a superuser first, with a password or an API token that does not expire";

export class LastSuperuser {
  readonly #store: RecordStore;
  /** Id of the one who was found last, and is asked first. */
  #known: string | undefined;

  constructor(store: RecordStore) {
    this.#store = store;
  }

  /** Throws 400 when these changes leave no superuser that is active and has a credential, and there is one now. */
  async assertOneStays(changes: readonly RecordChange[]): Promise<void> {
    if (!changes.some(mayTake)) return;
    const after = withChanges(this.#store, changes);
    if (this.#known !== undefined && (await this.#first(after, [this.#known]))) return;
    const users = await listAll(this.#store, { model: userModel.name, filters: {} });
    const ids = [...new Set([...users.map(({ id }) => id), ...changes.map(({ id }) => id).filter(isUser)])];
    this.#known = await this.#first(after, ids);
    if (this.#known === undefined && (await this.#first(this.#store, ids))) throw illegalArgument(LOST);
  }

  /** Id of the first of these users who is a superuser and can sign in. */
  async #first(state: RecordReader, ids: readonly string[]): Promise<string | undefined> {
    const users = (await state.getMany(ids)).flatMap((user) =>
      user && user.fields["is_active"] !== false ? [user] : [],
    );
    const roles = await rolesOfUsers(state, users);
    for (const [at, user] of users.entries())
      if (roles[at]?.includes(SUPERUSER_ROLE) && (await this.#signsIn(state, user))) return user.id;
    return undefined;
  }

  async #signsIn(state: RecordReader, user: StoredRecord): Promise<boolean> {
    if (stringOf(user.fields, "password_hash") !== "") return true;
    const tokens = await listAll(this.#store, {
      model: tokenModel.name,
      filters: { user: numberOf(user.fields, "pk"), intent: "api" },
    });
    return (await state.getMany(tokens.map(({ id }) => id))).some((token) => token !== undefined && lasts(token));
  }
}

/**
 * Whether a change may take something from somebody: users and tokens that are made do not, and sessions and the like
 * keep nobody in.
 */
export function mayTake({ id, kind }: RecordChange): boolean {
  const what = decides(id);
  const token = id.startsWith(`${tokenModel.name}:`);
  return what === "group" || what === "closed" || ((what === "user" || token) && kind !== "create");
}

function isUser(id: string): boolean {
  return id.startsWith(`${userModel.name}:`);
}

/** A key that opens everything its owner may, and does not end by itself. */
function lasts({ fields }: StoredRecord): boolean {
  const limited = Object.values(objectOf(fields, "role_descriptors")).some(isJsonObject);
  return (
    fields["intent"] === "api" && fields["expiring"] === false && !limited && typeof fields["invalidation"] !== "number"
  );
}
