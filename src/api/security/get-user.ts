/** `security.get_user`: users by name, or all. */
import { valueText } from "../../compat/value-text.ts";
import { allUsers, findUser, showNativeUsers } from "../../identity/security/native-users.ts";
import type { Operation } from "../operation.ts";
import { booleanParameter } from "../../http/parameters.ts";
import { namesOf, securityOperation } from "../requests/security-operation.ts";

export const getUser: Operation = securityOperation(
  { name: "security.get_user", actions: ["cluster:admin/xpack/security/user/get"] },
  async ({ parameters, store }) => {
    // There are no profiles, so no user has the id of one.
    booleanParameter(parameters, "with_profile_uid", false);
    const names = namesOf(parameters["username"]);
    const records =
      names.length === 0
        ? await allUsers(store)
        : (await Promise.all(names.map((name) => findUser(store, name)))).flatMap((user) => user ?? []);
    const shown = await showNativeUsers(store, records);
    return {
      status: names.length > 0 && shown.length === 0 ? 404 : 200,
      body: Object.fromEntries(shown.map((user) => [valueText(user["username"]), user])),
    };
  },
);
