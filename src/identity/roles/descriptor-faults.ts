/** What is wrong with a descriptor that could be read: names that mean nothing (`RoleDescriptorRequestValidator`). */
import { RequestError } from "../../compat/errors.ts";
import { checkPattern } from "../../access/index-patterns.ts";
import { privilegeFault, REMOTE_CLUSTER_PRIVILEGES } from "../../security/privileges.ts";
import type { ApplicationPrivileges, RoleDescriptor } from "./role-descriptor.ts";

const LONGEST_DESCRIPTION = 1000;

/** Complaints, as a validation error lists them. */
export function descriptorFaults(role: RoleDescriptor): string[] {
  const faults: (string | undefined)[] = role.cluster.map((privilege) => privilegeFault("cluster", [privilege]));
  for (const { names, privileges } of [...role.indices, ...(role.remoteIndices ?? [])]) {
    const twice = privileges.find((privilege, place) => privileges.indexOf(privilege) !== place);
    faults.push(
      twice === undefined ? privilegeFault("index", privileges) : `duplicate element: ${twice}`,
      ...names.map(patternFault),
    );
  }
  for (const { privileges } of role.remoteCluster ?? []) faults.push(...privileges.map(remoteClusterFault));
  for (const each of role.applications ?? [])
    faults.push(applicationNameFault(each.application, true), ...privilegeNameFaults(each));
  if (Object.keys(role.metadata ?? {}).some((key) => key.startsWith("_")))
    faults.push("role descriptor metadata keys may not start with [_]");
  if (Array.from(role.description ?? "").length > LONGEST_DESCRIPTION)
    faults.push(`Role description must be less than ${LONGEST_DESCRIPTION} characters.`);
  return faults.filter((fault) => fault !== undefined);
}

function patternFault(pattern: string): string | undefined {
  try {
    checkPattern(pattern);
    return undefined;
  } catch (error) {
    if (!(error instanceof RequestError)) throw error;
    return `invalid regular expression pattern [${pattern}]`;
  }
}

function remoteClusterFault(privilege: string): string | undefined {
  if (REMOTE_CLUSTER_PRIVILEGES.includes(privilege.toLowerCase())) return undefined;
  return `Invalid remote_cluster permissions found. Please remove the following: [${privilege}] Only [${REMOTE_CLUSTER_PRIVILEGES.join(", ")}] are allowed`;
}

function privilegeNameFaults({ privileges }: ApplicationPrivileges): (string | undefined)[] {
  return privileges.map((name) =>
    /^[!-~]+$/.test(name)
      ? undefined
      : `Application privilege names and actions must match the pattern ^\\p{Graph}+$ (found '${name}')`,
  );
}

/**
 * `wildcard`: a `*` may stand at the end. The name is a prefix of letters and digits, and behind `-` or `_` anything
 * that a file may be called.
 */
export function applicationNameFault(application: string, wildcard: boolean): string | undefined {
  const found = `(found '${application}')`;
  if (application === "") return "Application names cannot be blank";
  const star = application.indexOf("*");
  if (star >= 0) {
    if (!wildcard) return `Application names may not contain '*' ${found}`;
    if (application === "*") return undefined;
    if (star < application.length - 1) return `Application name patterns only support trailing wildcards ${found}`;
  }
  if (/\s/.test(application)) return `Application names may not contain whitespace ${found}`;
  const [, prefix = "", suffix] = /^([^_-]*)(?:[_-](.*))?$/s.exec(application) ?? [];
  const open = prefix.endsWith("*");
  const plain = open ? prefix.slice(0, -1) : prefix;
  if (plain !== "" && !/^[a-z][A-Za-z0-9]*$/.test(plain))
    return `An application name prefix must match the pattern ^[a-z][A-Za-z0-9]*$ (found '${plain}')`;
  if (!open && prefix.length < 3)
    return `An application name prefix must be at least 3 characters long (found '${prefix}')`;
  const plainSuffix = suffix?.endsWith("*") ? suffix.slice(0, -1) : suffix;
  if (plainSuffix !== undefined && /[\\/*?"<>| ,]/.test(plainSuffix))
    return `An application name suffix may not contain any of the characters '\\/*?"<>| ,' (found '${plainSuffix}')`;
  return undefined;
}
