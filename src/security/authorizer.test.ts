import { describe, expect, test } from "vitest";
import observed from "../../spec/operation-actions.json" with { type: "json" };
import { operations } from "../testing/server/all-operations.ts";
import type { RequestError } from "../compat/errors.ts";
import type { IndexGrant } from "../access/index-grant.ts";
import { actions } from "./actions.ts";
import { Authorizer, mayOnCluster, mayOnIndex, neededRights, visibleTo } from "./authorizer.ts";
import type { Principal } from "./principal.ts";
import { effectivePrivileges, grantedBy, privilegeFault, privilegeNames } from "./privileges.ts";
import { superuserGrant, SUPERUSER_ROLE } from "./superuser.ts";

function principal(username: string, roles: string[], rules: IndexGrant["rules"], cluster: string[] = []): Principal {
  const indices = { all: false, user: username, roles, rules };
  return {
    username,
    userId: 1,
    superuser: false,
    roles,
    authentication: "token",
    credentialId: undefined,
    clusterPrivileges: cluster,
    indices,
    applications: [],
    runAs: [],
    permissions: [],
    email: "",
    fullName: "",
  };
}

const nobody = principal("nobody", [], []);
const rita = principal(
  "rita",
  ["reader", "other_reader"],
  [
    { names: ["books", "lib*"], privileges: ["read"], allowRestricted: false },
    { names: ["oth*"], privileges: ["read", "view_index_metadata"], allowRestricted: false },
  ],
);
const walt = principal("walt", ["writer"], [{ names: ["books"], privileges: ["create_doc"], allowRestricted: false }]);
const mona = principal("mona", ["monitorer"], [], ["monitor"]);
const root: Principal = {
  ...principal("elastic", [SUPERUSER_ROLE], []),
  superuser: true,
  clusterPrivileges: ["all"],
  indices: superuserGrant("elastic"),
};

const callers = { nobody, rita, walt, mona, root };

const authorizer = new Authorizer((name) => (name === "<books-{now}>" ? "books" : name));

/** The refusal of a request, or undefined. */
function refusal(
  who: Principal,
  operation: string,
  parameters: Readonly<Record<string, string>> = {},
): string | undefined {
  const declared = operations.find(({ name }) => name === operation);
  if (!declared) throw new Error(`there is no operation ${operation}`);
  try {
    authorizer.request(who, neededRights(declared), parameters);
    return undefined;
  } catch (error) {
    expect((error as RequestError).status).toBe(403);
    expect((error as RequestError).type).toBe("security_exception");
    return (error as RequestError).message;
  }
}

const READ = "this action is granted by the index privileges [read,all]";

describe("refusals in Elasticsearch's words", () => {
  test.each([
    [
      "nobody",
      "search",
      { index: "books" },
      `action [indices:data/read/search] is unauthorized for user [nobody] with effective roles [] on indices [books], ${READ}`,
    ],
    [
      "nobody",
      "search",
      {},
      `action [indices:data/read/search] is unauthorized for user [nobody] with effective roles [], ${READ}`,
    ],
    [
      "nobody",
      "search",
      { index: "b*" },
      `action [indices:data/read/search] is unauthorized for user [nobody] with effective roles [], ${READ}`,
    ],
    [
      "nobody",
      "search",
      { index: "books,nope" },
      `action [indices:data/read/search] is unauthorized for user [nobody] with effective roles [] on indices [books,nope], ${READ}`,
    ],
    [
      "nobody",
      "search",
      { index: "books,b*" },
      `action [indices:data/read/search] is unauthorized for user [nobody] with effective roles [] on indices [books], ${READ}`,
    ],
    [
      "rita",
      "search",
      { index: "books,other,secret" },
      `action [indices:data/read/search] is unauthorized for user [rita] with effective roles [other_reader,reader] on indices [secret], ${READ}`,
    ],
    [
      "rita",
      "search",
      { index: "secret,hidden" },
      `action [indices:data/read/search] is unauthorized for user [rita] with effective roles [other_reader,reader] on indices [hidden,secret], ${READ}`,
    ],
    [
      "rita",
      "indices.get_mapping",
      { index: "books" },
      "action [indices:admin/mappings/get] is unauthorized for user [rita] with effective roles [other_reader,reader] on indices [books], this action is granted by the index privileges [view_index_metadata,manage,all]",
    ],
    [
      "rita",
      "cluster.health",
      {},
      "action [cluster:monitor/health] is unauthorized for user [rita] with effective roles [other_reader,reader], this action is granted by the cluster privileges [monitor,manage,all]",
    ],
    [
      "rita",
      "cat.indices",
      {},
      "action [cluster:monitor/state] is unauthorized for user [rita] with effective roles [other_reader,reader], this action is granted by the cluster privileges [cross_cluster_replication,read_ccr,transport_client,manage_ccr,monitor,manage,all]",
    ],
    [
      "walt",
      "get",
      { index: "books", id: "1" },
      `action [indices:data/read/get] is unauthorized for user [walt] with effective roles [writer] on indices [books], ${READ}`,
    ],
    [
      "walt",
      "index",
      { index: "books", id: "1" },
      "action [indices:data/write/index:op_type/index] is unauthorized for user [walt] with effective roles [writer] on indices [books], this action is granted by the index privileges [create,index,write,all]",
    ],
    [
      "rita",
      "bulk",
      { index: "books" },
      "action [indices:data/write/bulk] is unauthorized for user [rita] with effective roles [other_reader,reader], this action is granted by the index privileges [create_doc,create,delete,index,write,all]",
    ],
    [
      "nobody",
      "search",
      { index: ".security-7,books,.security" },
      `action [indices:data/read/search] is unauthorized for user [nobody] with effective roles [] on indices [books] and restricted indices [.security,.security-7], ${READ}`,
    ],
    [
      "root",
      "indices.delete",
      { index: ".wardex-events" },
      "action [indices:admin/delete] is unauthorized for user [elastic] with effective roles [superuser] on restricted indices [.wardex-events], this action is granted by the index privileges [delete_index,manage,all]",
    ],
    [
      "root",
      "search",
      { index: ".wardex-identity" },
      `action [indices:data/read/search] is unauthorized for user [elastic] with effective roles [superuser] on restricted indices [.wardex-identity], ${READ}`,
    ],
  ] as const)("%s %s %o", (who, operation, parameters, words) => {
    expect(refusal(callers[who], operation, parameters)).toBe(words);
  });
});

describe("what is allowed", () => {
  test.each([
    ["rita", "search", { index: "*" }],
    ["rita", "search", { index: "lib" }],
    ["rita", "search", { index: "x*" }],
    ["rita", "search", { index: "*,-secret" }],
    ["rita", "search", { index: "secret,books", ignore_unavailable: "true" }],
    ["rita", "search", { index: "<books-{now}>" }],
    ["rita", "indices.get_mapping", {}],
    ["walt", "index", { index: "books" }],
    ["walt", "index", { index: "books", id: "1", op_type: "create" }],
    ["walt", "create", { index: "books", id: "1" }],
    ["walt", "bulk", { index: "other" }],
    ["mona", "cluster.health", {}],
    ["mona", "info", {}],
    ["root", "search", { index: ".wardex-events" }],
    ["root", "indices.delete", { index: "books" }],
    ["root", "cluster.put_settings", {}],
    ["nobody", "security.authenticate", {}],
  ] as const)("%s %s %o", (who, operation, parameters) => {
    expect(refusal(callers[who], operation, parameters)).toBeUndefined();
  });

  test("names of a body are judged like those of the path", () => {
    expect(() => authorizer.action(rita, "indices:data/read/msearch", ["books", "lib*"])).not.toThrow();
    expect(() => authorizer.action(rita, "indices:data/read/msearch", ["secret"])).toThrow(/on indices \[secret\]/);
    expect(() => authorizer.action(walt, "indices:admin/auto_create", ["new"])).toThrow(
      /granted by the index privileges \[auto_configure,create_index,manage,all\]/,
    );
  });

  test("expansions keep what the caller may see, by name or by alias", () => {
    const resolved = [
      { index: "books", aliases: undefined },
      { index: "secret", aliases: ["library"] },
      { index: "hidden", aliases: ["x"] },
      { index: ".wardex-events", aliases: undefined },
    ];
    expect(visibleTo(rita, "read", resolved).map(({ index }) => index)).toEqual(["books", "secret"]);
    expect(visibleTo(root, "read", resolved).map(({ index }) => index)).toEqual([
      "books",
      "secret",
      "hidden",
      ".wardex-events",
    ]);
    expect(visibleTo(root, "write", resolved).map(({ index }) => index)).toEqual(["books", "secret", "hidden"]);
    expect(mayOnIndex(rita, "read", "books")).toBe(true);
    expect(mayOnCluster(mona, "monitor_ml")).toBe(true);
    expect(mayOnCluster(mona, "manage")).toBe(false);
  });
});

describe("the tables", () => {
  test("every action that Elasticsearch was seen to ask for is known, and an operation cannot declare another", () => {
    expect(Object.keys(observed.operations).length).toBeGreaterThan(150);
    for (const [operation, names] of Object.entries(observed.operations))
      for (const name of names) expect(actions.has(name), `${operation}: ${name}`).toBe(true);
    expect(() => neededRights({ name: "x", actions: ["indices:data/read/raed"] })).toThrow("raed is a known action");
  });

  test("every privilege that grants an action is a privilege", () => {
    for (const { scope, privileges } of actions.values()) expect(privilegeFault(scope, privileges)).toBeUndefined();
    for (const scope of ["cluster", "index"] as const)
      for (const name of privilegeNames(scope)) expect(privilegeFault(scope, grantedBy(scope, name))).toBeUndefined();
  });

  test("all gives every action", () => {
    for (const { privileges } of actions.values()) expect(privileges).toContain("all");
  });

  test("an unknown privilege is refused, names in any case and patterns of actions are not", () => {
    expect(privilegeFault("index", ["read", "raed"])).toContain(
      "unknown index privilege [raed]. a privilege must be either one of",
    );
    expect(privilegeFault("cluster", ["indices:data/read/*"])).toContain(
      "unknown cluster privilege [indices:data/read/*]",
    );
    expect(privilegeFault("cluster", ["MONITOR", "cluster:monitor/*", "indices:admin/template/get"])).toBeUndefined();
    expect(privilegeFault("index", ["Read", "indices:data/read/*"])).toBeUndefined();
  });
});

describe("patterns of actions in roles", () => {
  const of = (privileges: string[], cluster: string[] = []): Principal =>
    principal(
      "pat",
      ["patterns"],
      [{ names: ["books"], privileges: effectivePrivileges("index", privileges), allowRestricted: false }],
      effectivePrivileges("cluster", cluster),
    );

  test("give the actions that they match, and no others", () => {
    const pat = of(["indices:data/read/search"], ["cluster:monitor/main"]);
    const authorizer = new Authorizer();
    expect(() => authorizer.action(pat, "indices:data/read/search", ["books"])).not.toThrow();
    expect(() => authorizer.action(pat, "indices:data/read/get", ["books"])).toThrow(/unauthorized/);
    expect(() => authorizer.action(pat, "indices:data/read/search", ["other"])).toThrow(/unauthorized/);
    expect(() => authorizer.action(pat, "cluster:monitor/main", [])).not.toThrow();
    expect(() => authorizer.action(pat, "cluster:monitor/health", [])).toThrow(/unauthorized/);
  });

  test("amount to a privilege only when they contain all of it", () => {
    expect(mayOnIndex(of(["indices:data/read/*"]), "read", "books")).toBe(true);
    expect(mayOnIndex(of(["indices:data/read/search"]), "read", "books")).toBe(false);
    expect(mayOnCluster(of([], ["cluster:*"]), "manage")).toBe(true);
  });
});

describe("an API key with rights of its own", () => {
  const owner = principal(
    "own",
    ["reader"],
    [{ names: ["books*"], privileges: ["read"], allowRestricted: false }],
    ["monitor"],
  );
  const grant = {
    all: false,
    user: "own",
    rules: [{ names: ["*"], privileges: ["all"], allowRestricted: false }],
    limitedBy: owner.indices,
  };
  const key: Principal = {
    ...owner,
    clusterPrivileges: ["manage_security"],
    indices: grant,
    limitedBy: owner,
    apiKey: { id: "k1", name: "key" },
  };

  test("may what both may", () => {
    expect(mayOnIndex(key, "read", "books1")).toBe(true);
    expect(mayOnIndex(key, "read", "other")).toBe(false);
    expect(mayOnIndex(key, "write", "books1")).toBe(false);
    expect(mayOnCluster(key, "monitor")).toBe(false);
    expect(mayOnCluster({ ...key, clusterPrivileges: ["all"] }, "monitor")).toBe(true);
    expect(mayOnCluster({ ...key, clusterPrivileges: ["all"] }, "manage_security")).toBe(false);
  });

  test("is named by its id in refusals", () => {
    expect(() => new Authorizer().action(key, "indices:data/read/search", ["other"])).toThrow(
      "action [indices:data/read/search] is unauthorized for API key id [k1] of user [own] on indices [other], this action is granted by the index privileges [read,all]",
    );
  });
});
