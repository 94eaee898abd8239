/**
 * Nobody gives, takes over or administers more than they have themselves: whoever may change users but is no superuser
 * cannot touch a superuser, put anyone into a group that makes one, or hand out roles that are not their own. The rule
 * looks at records as they are and as they are to be, so it holds for whatever writes them. A role with a template
 * for a query gives each user something else: only superusers give it, or change what it makes of a user.
 */
import type { Principal } from "../../security/principal.ts";
import { permissionDenied } from "../interface/identity-errors.ts";
import { listAll } from "../records/list-all.ts";
import { groupModel, userModel } from "../records/models.ts";
import { type RecordReader, withChanges } from "../records/record-reader.ts";
import type { RecordChange, RecordStore, StoredRecord } from "../records/record-store.ts";
import type { Writer } from "../records/writer.ts";
import { rolesOfUser, rolesOfUsers } from "./caller.ts";
import { templateUser } from "../roles/query-template.ts";
import { numberOf } from "../records/stored-values.ts";
import { decides, ownerOf } from "./deciding-records.ts";
import { sameJson, templatedRoles } from "./roles.ts";

/** Throws 403 when a user has more than the caller, or when the caller is an API key with rights of its own. */
export async function assertNoEscalation(store: RecordStore, principal: Principal, user: StoredRecord): Promise<void> {
  if (principal.superuser) return;
  assertUnlimited(principal);
  const roles = await rolesOfUser(store, user);
  if (isOf(principal, user)) assertHeld(principal, roles);
  else await assertGiven(store, principal, roles);
}

/** Throws 403 for an API key with rights of its own: with a token or a user it would get all that its owner has. */
export function assertUnlimited(principal: Principal): void {
  if (principal.limitedBy !== undefined) throw permissionDenied();
}

/**
 * Throws 403 when changes touch what is more than the writer has, or when somebody gains or loses by them what the
 * writer has not.
 */
export async function assertNoEscalationBy(
  store: RecordStore,
  { principal, proving }: Writer,
  changes: readonly RecordChange[],
): Promise<void> {
  if (principal.superuser || changes.length === 0) return;
  assertUnlimited(principal);
  if (changes.some(({ id }) => decides(id) === "closed")) throw permissionDenied();
  const after = withChanges(store, changes);
  if (!proving) {
    for (const state of [store, after]) {
      await assertGiven(state, principal, await rolesOfGroupsAlone(state, changes));
      const touched = await touchedUsers(state, changes);
      const roles = await rolesById(state, touched);
      assertHeld(principal, roles.flat());
      const others = await Promise.all(touched.map(async (id) => !(await staysSame(id, principal, store, after))));
      await assertGiven(state, principal, roles.filter((_own, at) => others[at]).flat());
    }
  }
  const affected = await affectedUsers(store, changes);
  const before = await rolesById(store, affected);
  const then = await rolesById(after, affected);
  const moved = affected.flatMap((_, at) => difference(before[at] ?? [], then[at] ?? []));
  await assertGiven(after, principal, moved);
}

function assertHeld(principal: Principal, roles: readonly string[]): void {
  if (roles.some((role) => !principal.roles.includes(role))) throw permissionDenied();
}

/** Throws 403 for roles that the principal does not have, or that give others something else. */
async function assertGiven(state: RecordReader, principal: Principal, roles: readonly string[]): Promise<void> {
  assertHeld(principal, roles);
  if ((await templatedRoles(state, [...new Set(roles)])).length > 0) throw permissionDenied();
}

/** Whether a user is the principal, and templates make the same of them before and after. */
async function staysSame(
  id: string,
  principal: Principal,
  before: RecordReader,
  after: RecordReader,
): Promise<boolean> {
  const [was, is] = [await before.get(id), await after.get(id)];
  if (!was || !is || !isOf(principal, was)) return false;
  return sameJson(templateUser(was.fields, []), templateUser(is.fields, []));
}

function isOf(principal: Principal, user: StoredRecord): boolean {
  return numberOf(user.fields, "pk") === principal.userId;
}

/** What a member that has nothing else would have by each group that is written, sooner or later. */
async function rolesOfGroupsAlone(state: RecordReader, changes: readonly RecordChange[]): Promise<string[]> {
  const ids = changes.flatMap(({ id }) => (decides(id) === "group" ? [id] : []));
  const present = (await state.getMany(ids)).flatMap((group) => group ?? []);
  const members = present.map((group) => ({ fields: { groups: [group.id.slice(`${groupModel.name}:`.length)] } }));
  return (await rolesOfUsers(state, members)).flat();
}

/** Ids of the users that are written, or whose credentials are. */
async function touchedUsers(state: RecordReader, changes: readonly RecordChange[]): Promise<string[]> {
  const credentials = await state.getMany(changes.flatMap(({ id }) => (decides(id) === "credential" ? [id] : [])));
  const users = changes.flatMap(({ id }) => (decides(id) === "user" ? [id] : []));
  return [...new Set([...users, ...credentials.flatMap((record) => (record ? ownerOf(record) : []))])];
}

/**
 * Ids of the users whose rights may change: those that are written, and all members of the groups that are, and of all
 * below them.
 */
async function affectedUsers(store: RecordStore, changes: readonly RecordChange[]): Promise<string[]> {
  const groups = new Set(
    changes.flatMap(({ id }) => (decides(id) === "group" ? [id.slice(`${groupModel.name}:`.length)] : [])),
  );
  // What comes below a group by these changes is written by them, and so among the first.
  for (let level = [...groups]; level.length > 0;) {
    const below = await listAll(store, { model: groupModel.name, filters: { parent: level } });
    level = below.map(({ id }) => id.slice(`${groupModel.name}:`.length)).filter((id) => !groups.has(id));
    level.forEach((id) => groups.add(id));
  }
  const members =
    groups.size === 0 ? [] : await listAll(store, { model: userModel.name, filters: { groups: [...groups] } });
  const written = changes.flatMap(({ id }) => (decides(id) === "user" ? [id] : []));
  return [...new Set([...written, ...members.map(({ id }) => id)])];
}

/** Roles of users by their ids, in their order; none of who is not there. */
async function rolesById(state: RecordReader, ids: readonly string[]): Promise<string[][]> {
  const users = await state.getMany(ids);
  return rolesOfUsers(
    state,
    users.map((user) => user ?? { fields: undefined }),
  );
}

function difference(some: readonly string[], others: readonly string[]): string[] {
  return [...some.filter((role) => !others.includes(role)), ...others.filter((role) => !some.includes(role))];
}
