/** `security.change_password`: one's own password, or with a privilege that of another. */
import type { Json } from "../../core/json.ts";
import { eventUser, writePassword } from "../../identity/directory/new-password.ts";
import { eventApp } from "../../identity/interface/resource-records.ts";
import { users } from "../../identity/resources/core/users.ts";
import { storeTelling } from "../../identity/security/identity-access.ts";
import { findUser } from "../../identity/security/native-users.ts";
import { passwordFault } from "../../security/password-rule.ts";
import type { Operation } from "../operation.ts";
import { parseFailure } from "../requests/request-body.ts";
import { refuseInvalid, requireCluster, requiredBody, securityOperation } from "../requests/security-operation.ts";
import { refusePasswordHash, textField, userObject } from "../requests/user-body.ts";

const ACTION = "cluster:admin/xpack/security/user/change_password";

export const changePassword: Operation = securityOperation(
  { name: "security.change_password", actions: [], action: "cluster:admin/xpack/security/user/change_password" },
  async (call) => {
    const { principal, parameters, store, services } = call;
    const username = parameters["username"] ?? principal.username;
    // A key is no proof of who sits there: with one, one's own password takes the privilege too.
    const proven =
      principal.authentication === "password" ||
      principal.authentication === "session" ||
      principal.authentication === "access_token";
    if (username !== principal.username || !proven) requireCluster(principal, ACTION, ["manage_security", "all"]);
    const password = readPassword(await requiredBody(call.request));
    const user = await findUser(store, username);
    if (!user) {
      refuseInvalid(["user must exist in order to change password"], "validation_exception");
      return { status: 400, body: {} };
    }
    const told = { action: "password_set", app: eventApp(users), context: { user: eventUser(user) } } as const;
    await writePassword({ ...services, store: storeTelling(services, call, () => [told]) }, user, password);
    return { status: 200, body: {} };
  },
);

function readPassword(body: Json): string {
  let password: string | undefined;
  for (const [field, value] of Object.entries(userObject(body))) {
    if (field === "password_hash") refusePasswordHash();
    if (field !== "password")
      throw parseFailure(`failed to parse change password request. unexpected field [${field}]`);
    password = textField(field, value) ?? "";
    refuseInvalid([passwordFault(password)], "validation_exception");
  }
  if (password === undefined) refuseInvalid(["password is missing"]);
  return password ?? "";
}
