/** `security.put_privileges`: applications declare their privileges. */
import { contentParseException, tokenName } from "../../compat/body-reader.ts";
import { illegalArgument } from "../../compat/errors.ts";
import { isJsonObject, type Json, type JsonObject } from "../../core/json.ts";
import { valueText } from "../../compat/value-text.ts";
import { applicationNameFault } from "../../identity/roles/descriptor-faults.ts";
import { changeApplicationPrivileges } from "../../identity/security/application-privileges.ts";
import { modelEvent, storeTelling } from "../../identity/security/identity-access.ts";
import type { Operation } from "../operation.ts";
import { parseFailure } from "../requests/request-body.ts";
import { metadataFault, refuseInvalid, requiredObject, securityOperation } from "../requests/security-operation.ts";

interface Privilege {
  readonly application: string;
  readonly name: string;
  readonly actions: readonly string[];
  readonly metadata: JsonObject;
}

const PRIVILEGE_NAME = /^[a-z][a-zA-Z0-9_.-]*$/;

export const putPrivileges: Operation = securityOperation(
  { name: "security.put_privileges", actions: ["cluster:admin/xpack/security/privilege/put"] },
  async (call) => {
    const wanted = readPrivileges(await requiredObject(call.request));
    refuseInvalid(
      wanted.length === 0 ? ["At least one application privilege must be provided"] : wanted.flatMap(faultsOf),
    );
    // In maps, as callers choose the names.
    const answer = new Map<string, Map<string, { created: boolean }>>();
    const store = storeTelling(call.services, call, () =>
      wanted.map(({ application, name }) => {
        const action = answer.get(application)?.get(name)?.created ? "model_created" : "model_updated";
        return modelEvent({ action, model: "application_privilege", name: `${application}/${name}` });
      }),
    );
    await changeApplicationPrivileges(store, (present) => {
      const next = new Map(
        Object.entries(present).map(([application, privileges]) => [application, new Map(Object.entries(privileges))]),
      );
      for (const { application, name, actions, metadata } of wanted) {
        const own = next.get(application) ?? new Map<string, JsonObject>();
        answer.set(
          application,
          (answer.get(application) ?? new Map<string, { created: boolean }>()).set(name, { created: !own.has(name) }),
        );
        next.set(application, own.set(name, { application, name, actions: [...actions], metadata }));
      }
      return byName(next);
    });
    return { status: 200, body: byName(answer) };
  },
);

function byName<T>(applications: ReadonlyMap<string, ReadonlyMap<string, T>>): Record<string, Record<string, T>> {
  return Object.fromEntries(
    [...applications].map(([application, privileges]) => [application, Object.fromEntries(privileges)]),
  );
}

function readPrivileges(body: JsonObject): Privilege[] {
  return Object.entries(body).flatMap(([application, privileges]) => {
    if (!isJsonObject(privileges))
      throw parseFailure(
        `expected the value for ${application} to be an object, but found ${tokenName(privileges)} instead`,
      );
    return Object.entries(privileges).map(([name, privilege]) => readPrivilege(application, name, privilege));
  });
}

function readPrivilege(application: string, name: string, body: Json): Privilege {
  if (!isJsonObject(body))
    throw parseFailure(`expected the value for ${name} to be an object, but found ${tokenName(body)} instead`);
  let actions: string[] = [];
  let metadata: JsonObject = {};
  for (const [field, value] of Object.entries(body)) {
    if (field === "actions") {
      if (!Array.isArray(value) || !value.every((action) => typeof action === "string"))
        throw contentParseException(
          `[application-privilege] actions doesn't support values of type: ${tokenName(value)}`,
        );
      actions = value;
    } else if (field === "metadata") {
      if (!isJsonObject(value))
        throw contentParseException(
          `[application-privilege] metadata doesn't support values of type: ${tokenName(value)}`,
        );
      metadata = value;
    } else if (field === "application" || field === "name") {
      const expected = field === "name" ? name : application;
      if (value !== expected)
        throw illegalArgument(
          `privilege ${field} [${valueText(value)}] in source does not match the provided ${field} [${expected}]`,
        );
    } else throw contentParseException(`[application-privilege] unknown field [${field}]`);
  }
  return { application, name, actions, metadata };
}

function faultsOf({ application, name, actions, metadata }: Privilege): (string | undefined)[] {
  return [
    applicationNameFault(application, false),
    PRIVILEGE_NAME.test(name)
      ? undefined
      : `Application privilege names must match the pattern ${PRIVILEGE_NAME.source} (found '${name}')`,
    actions.length === 0 ? "Application privileges must have at least one action" : undefined,
    ...actions.map((action) =>
      /[/*:]/.test(action) ? undefined : `action [${action}] must contain one of [ '/' , '*' , ':' ]`,
    ),
    metadataFault(metadata)?.concat(` (in privilege ${application} ${name})`),
  ];
}
