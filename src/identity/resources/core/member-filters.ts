/**
 * Filters of users by their groups and rights, and of groups by their members. What is not there has no members: the
 * list is empty.
 */
import { ownOf } from "../../../core/names.ts";
import { SUPERUSER_ROLE } from "../../../security/superuser.ts";
import { rolesOfUsers } from "../../directory/caller.ts";
import { booleanFilter, integerFilter, uuidFilter } from "../../interface/filters.ts";
import type { IdentityServices } from "../../identity-services.ts";
import type { Filter, Restriction } from "../../interface/resource.ts";
import { userNameClaim } from "../../records/claims.ts";
import { listAll } from "../../records/list-all.ts";
import { groupModel, userModel } from "../../records/models.ts";
import { numberOf, stringOf, stringsOf } from "../../records/stored-values.ts";

/** `is_superuser`, by whatever makes one; `groups_by_name` and `groups_by_pk`: direct members. */
export const userMemberFilters: readonly Filter[] = [
  computed(booleanFilter("is_superuser"), async (wanted, { store }) => {
    const users = await listAll(store, { model: userModel.name, filters: {} });
    const roles = await rolesOfUsers(store, users);
    return {
      pk: users.flatMap(({ fields }, at) =>
        roles[at]?.includes(SUPERUSER_ROLE) === wanted ? [numberOf(fields, "pk")] : [],
      ),
    };
  }),
  {
    name: "groups_by_name",
    async restriction(value, { store }) {
      const groups = await listAll(store, { model: groupModel.name, filters: { name: value } });
      return groups.length === 0 ? "nothing" : { groups: groups.map(({ fields }) => stringOf(fields, "pk")) };
    },
  },
  computed(uuidFilter("groups_by_pk"), (groups) => Promise.resolve({ groups: String(groups) })),
];

/** Groups that a user is directly in. */
export const groupMemberFilters: readonly Filter[] = [
  {
    name: "members_by_username",
    async restriction(value, services) {
      const id = await services.store.claimed(userNameClaim(value));
      return id === undefined ? "nothing" : groupsOf(id, services);
    },
  },
  computed(integerFilter("members_by_pk"), (pk, services) => groupsOf(`user:${Number(pk)}`, services)),
];

/** A filter that reads its value as another does, and looks at something else. */
function computed(
  like: Filter,
  restriction: (value: unknown, services: IdentityServices) => Promise<Restriction>,
): Filter {
  return {
    ...like,
    async restriction(text, services) {
      const read = await like.restriction(text, services);
      if (read === undefined || read === "nothing") return read;
      const found = await restriction(ownOf(read, like.name), services);
      return found !== "nothing" && Object.values(found).some((values) => Array.isArray(values) && values.length === 0)
        ? "nothing"
        : found;
    },
  };
}

async function groupsOf(id: string, { store }: IdentityServices): Promise<Restriction> {
  const user = await store.get(id);
  const groups = user ? stringsOf(user.fields, "groups") : [];
  return groups.length === 0 ? "nothing" : { pk: groups };
}
