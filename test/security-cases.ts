/**
 * Requests to `_security`, in order: the same go to any server that speaks the interface, and are compared with what
 * Elasticsearch 8.19 answered. Left out is what is meant to differ (docs/identity-mapping.md).
 */

/** Who asks: the administrator, users by name with their password, or the key that an earlier answer showed. */
export type Caller =
  | "admin"
  | `${string}:${string}`
  | { readonly key: string }
  | { readonly bearer: string }
  | { readonly as: string; readonly by: string };

/** `{name}` in paths and bodies stands for what an earlier answer gave under `saves`. */
export interface Case {
  readonly who?: Caller;
  readonly method: string;
  readonly path: string;
  readonly body?: unknown;
  /** Fields of the answer to be kept under names. */
  readonly saves?: Readonly<Record<string, string>>;
}

const get = (path: string, who?: Caller): Case => ({ method: "GET", path, ...(who ? { who } : {}) });
const put = (path: string, body?: unknown, who?: Caller): Case => ({
  method: "PUT",
  path,
  body,
  ...(who ? { who } : {}),
});
const post = (path: string, body?: unknown, who?: Caller): Case => ({
  method: "POST",
  path,
  body,
  ...(who ? { who } : {}),
});
const remove = (path: string, body?: unknown, who?: Caller): Case => ({
  method: "DELETE",
  path,
  body,
  ...(who ? { who } : {}),
});

const KIM = "kim:secret3";

const users: readonly Case[] = [
  put("/_security/user/kim", {
    password: "secret1",
    roles: ["clerk"],
    full_name: "Kim K.",
    email: "kim@example.org",
    metadata: { a: 1 },
  }),
  put("/_security/user/kim", { roles: ["clerk"], full_name: "Kim K.", email: "kim@example.org", metadata: { a: 1 } }),
  get("/_security/user/kim"),
  get("/_security/user/kim,nobody"),
  get("/_security/user/nobody"),
  get("/_security/user/kim?with_profile_uid=true"),
  put("/_security/user/lee", { roles: ["clerk"] }),
  put("/_security/user/lee", { password: "abcdef", roles: "clerk,gone" }),
  get("/_security/user/lee"),
  put("/_security/user/x", { password: "abc", roles: [] }),
  put("/_security/user/x", { password: "abcdef" }),
  put("/_security/user/x", { password: "abcdef", roles: [], zzz: 1 }),
  put("/_security/user/x", { password: "abcdef", roles: [], metadata: { _a: 1 } }),
  put("/_security/user/x", { password: "abcdef", roles: [], username: "y" }),
  put("/_security/user/%20x", { password: "abcdef", roles: [] }),
  put("/_security/user/x%C3%A9", { password: "abcdef", roles: [] }),
  put("/_security/user/x", { password: "abcdef", roles: [" bad"] }),
  put("/_security/user/x", { password: "abcdef", roles: [], enabled: "nope" }),
  put("/_security/user/x", { password: "abcdef", roles: 5 }),
  put("/_security/user/x", { password: 5, roles: [] }),
  put("/_security/user/x", []),
  put("/_security/user/x"),
  put("/_security/user/x?refresh=bogus", { password: "abcdef", roles: [] }),
  get("/_security/_authenticate", "kim:secret1"),
  put("/_security/user/kim/_disable"),
  put("/_security/user/nobody/_disable"),
  put("/_security/user/nobody/_enable"),
  get("/_security/_authenticate", "kim:secret1"),
  put("/_security/user/kim/_enable"),
  get("/_security/_authenticate", "kim:secret1"),
  put("/_security/user/kim/_disable", undefined, "kim:secret1"),
  put("/_security/user/_password", { password: "secret2" }, "kim:secret1"),
  put("/_security/user/kim/_password", { password: "secret3" }, "kim:secret2"),
  put("/_security/user/kim/_password", { password: "abc" }),
  put("/_security/user/kim/_password", { password: "abcdef", x: 1 }),
  put("/_security/user/kim/_password", {}),
  put("/_security/user/kim/_password"),
  put("/_security/user/nobody/_password", { password: "abcdef" }),
  put("/_security/user/lee/_password", { password: "abcdef" }, KIM),
  put("/_security/user/kim", { roles: ["superuser"] }, KIM),
  get("/_security/user/kim", KIM),
  get("/_security/user/_privileges", KIM),
  remove("/_security/user/nobody"),
];

const role = (body: unknown): Case => put("/_security/role/clerk", body);
const one = { names: ["a"], privileges: ["read"] };

const roles: readonly Case[] = [
  role({
    cluster: ["monitor"],
    indices: [
      {
        names: ["a*", "/b.*/"],
        privileges: ["read", "indices:data/write/*"],
        field_security: { grant: ["x*"], except: ["xy"] },
        query: { term: { a: 1 } },
      },
    ],
    applications: [{ application: "wardex", privileges: ["view_user"], resources: ["*"] }],
    run_as: ["lee"],
    metadata: { v: 1 },
    description: "d",
  }),
  get("/_security/role/clerk"),
  get("/_security/user/_privileges", KIM),
  role({ cluster: ["monitor"], indices: [{ names: "a*", privileges: ["READ"], query: '{"match_all":{}}' }] }),
  get("/_security/role/clerk"),
  role({ indices: [{ ...one, field_security: { grant: [] }, query: "" }] }),
  get("/_security/role/clerk"),
  role({ transient_metadata: { enabled: false } }),
  get("/_security/role/clerk"),
  role({
    remote_indices: [{ clusters: ["c"], names: ["a"], privileges: ["read"] }],
    remote_cluster: [{ clusters: ["c"], privileges: ["monitor_enrich"] }],
  }),
  get("/_security/role/clerk"),
  role({ cluster: ["cluster:foo/*", "Monitor"], description: 5, run_as: ["a", "a"] }),
  get("/_security/role/clerk"),
  role({}),
  get("/_security/role/clerk"),
  role({ cluster: ["bogus"] }),
  role({ cluster: ["indices:data/read/*"] }),
  role({ indices: [{ names: ["a"], privileges: ["bogus"] }] }),
  role({ indices: [{ names: ["a"], privileges: ["cluster:monitor/main"] }] }),
  role({ indices: [{ names: ["a"] }] }),
  role({ indices: [{ privileges: ["read"] }] }),
  role({ indices: [{ names: [], privileges: ["read"] }] }),
  role({ indices: [{ names: ["a"], privileges: [] }] }),
  role({ indices: [{ names: ["a"], privileges: "read" }] }),
  role({ indices: [{ names: ["a"], privileges: ["read", "read"] }] }),
  role({ indices: [{ ...one, zzz: 1 }] }),
  role({ indices: [{ ...one, query: { bogus: {} } }] }),
  role({ indices: [{ ...one, query: { terms: { a: { index: "x", id: "1", path: "p" } } } }] }),
  role({ indices: [{ ...one, field_security: { grant: ["x"], except: ["y"] } }] }),
  role({ indices: [{ ...one, field_security: { except: ["y"] } }] }),
  role({ indices: [{ ...one, field_security: {} }] }),
  role({ indices: [{ ...one, field_security: { grant: ["a"], bogus: 1 } }] }),
  role({ indices: [{ names: ["/a(/"], privileges: ["read"] }] }),
  role({ indices: [{ names: ["/a"], privileges: ["read"] }] }),
  role({ indices: {} }),
  role({ indices: [5] }),
  role({ bogus: 1 }),
  role({ metadata: { _a: 1 } }),
  role({ metadata: null }),
  role({ cluster: 5 }),
  role({ cluster: [5] }),
  role({ cluster: ["all"], run_as: "x" }),
  role({ applications: [{ application: "A b", privileges: ["x"], resources: ["*"] }] }),
  role({ applications: [{ application: "wardex", privileges: ["x"] }] }),
  role({ applications: [{ application: "wardex", privileges: [], resources: [] }] }),
  role([]),
  role(undefined),
  put("/_security/role/superuser", {}),
  put("/_security/role/%20x", {}),
  put("/_security/role/x%C3%A9", {}),
  get("/_security/role/nothing"),
  remove("/_security/role/nothing"),
  remove("/_security/role/superuser"),
  post("/_security/role", { roles: { one: { cluster: ["all"] }, two: { cluster: ["bogus"] }, superuser: {} } }),
  post("/_security/role", { roles: { one: { cluster: ["all"] }, three: { indices: [one] } } }),
  post("/_security/role", { roles: { one: { bogus: ["all"] } } }),
  post("/_security/role", { roles: {} }),
  post("/_security/role", { bogus: {} }),
  post("/_security/role"),
  remove("/_security/role", { names: ["one", "nothing", "superuser", "three"] }),
  remove("/_security/role", { names: [] }),
  remove("/_security/role", {}),
  remove("/_security/role", { names: [], x: 1 }),
];

const mapping = (body: unknown): Case => put("/_security/role_mapping/some", body);
const ruled = (rules: unknown): Case => mapping({ roles: ["clerk"], enabled: true, rules });

const mappings: readonly Case[] = [
  mapping({
    roles: ["z", "y"],
    enabled: true,
    rules: {
      all: [
        { field: { username: ["b*", "c"] } },
        { except: { field: { groups: "x" } } },
        { any: [{ field: { "metadata.a": 1 } }, { field: { "realm.name": "r" } }] },
      ],
    },
    metadata: { v: 1 },
  }),
  get("/_security/role_mapping/some"),
  mapping({ roles: ["clerk"], enabled: false, rules: { any: [] } }),
  get("/_security/role_mapping/some,nothing"),
  get("/_security/role_mapping/nothing"),
  mapping({ roles: ["clerk"], enabled: true }),
  mapping({ roles: ["clerk"], rules: { field: { username: "x" } } }),
  mapping({ enabled: true, rules: { field: { username: "x" } } }),
  mapping({ roles: [], enabled: true, rules: { field: { username: "x" } } }),
  ruled({ bogus: { username: "x" } }),
  ruled({}),
  ruled({ all: { field: { username: "x" } } }),
  ruled({ field: {} }),
  ruled({ field: { a: 1, b: 2 } }),
  ruled({ except: { field: { username: "x" } } }),
  ruled({ field: { username: { a: 1 } } }),
  mapping({ roles: ["clerk"], enabled: true, rules: { any: [] }, metadata: { _x: 1 } }),
  mapping({ roles: ["clerk"], enabled: true, rules: { any: [] }, bogus: 1 }),
  remove("/_security/role_mapping/some"),
  remove("/_security/role_mapping/some"),
];

const privilege = (body: unknown): Case => put("/_security/privilege", body);

const privileges: readonly Case[] = [
  privilege({
    myapp: {
      read: { actions: ["data:read/*", "action:login"], metadata: { d: 1 } },
      write: { actions: ["data:write/*"] },
    },
  }),
  privilege({ myapp: { read: { actions: ["data:read/*"] } } }),
  get("/_security/privilege"),
  get("/_security/privilege/my*"),
  get("/_security/privilege/myapp/read,none"),
  get("/_security/privilege/none"),
  get("/_security/privilege/myapp/none"),
  privilege({ B4: { read: { actions: ["data:read/*"] } } }),
  privilege({ myapp: { Read: { actions: ["data:read/*"] } } }),
  privilege({ myapp: { read: { actions: ["dataread"] } } }),
  privilege({ myapp: { read: { actions: [] } } }),
  privilege({ myapp: { read: {} } }),
  privilege({ myapp: { read: { actions: ["a:b"], metadata: { _x: 1 } } } }),
  privilege({ myapp: { read: { actions: ["a:b"], bogus: 1 } } }),
  privilege({ myapp: { read: { actions: ["a:b"], application: "other" } } }),
  privilege({ myapp: { read: { actions: ["a:b"], name: "other" } } }),
  privilege({}),
  privilege({ myapp: {} }),
  privilege({ myapp: 5 }),
  privilege({ "my*": { read: { actions: ["a:b"] } } }),
  get("/_security/privilege/_builtin"),
  role({
    cluster: ["monitor", "manage_own_api_key"],
    indices: [
      { names: ["a*"], privileges: ["read"] },
      { names: ["b*"], privileges: ["read", "write"] },
    ],
    applications: [
      { application: "myapp", privileges: ["write"], resources: ["*"] },
      { application: "wardex", privileges: ["view_user"], resources: ["*"] },
      { application: "kibana-*", privileges: ["*"], resources: ["a*"] },
    ],
    run_as: ["lee"],
  }),
  post(
    "/_security/user/_has_privileges",
    {
      cluster: ["monitor", "manage", "monitor_ml", "manage_ml", "cluster:monitor/*", "cluster:monitor/zz"],
      index: [
        { names: ["a*", "/[ab].*/", "a", "b*", "*"], privileges: ["read", "create_doc", "indices:data/read/search"] },
      ],
      application: [
        { application: "wardex", privileges: ["view_user", "other"], resources: ["*", "x"] },
        { application: "myapp", privileges: ["write", "read", "data:write/x", "data:read/x"], resources: ["*"] },
        { application: "kibana-x", privileges: ["all", "x:y"], resources: ["a", "b", "a*"] },
      ],
    },
    KIM,
  ),
  post("/_security/user/_has_privileges", { cluster: ["bogus"] }, KIM),
  post("/_security/user/_has_privileges", { index: [{ names: ["a1"], privileges: ["bogus"] }] }, KIM),
  post("/_security/user/_has_privileges", {}, KIM),
  post("/_security/user/_has_privileges", { bogus: 1 }, KIM),
  post("/_security/user/_has_privileges", { cluster: "monitor" }, KIM),
  post("/_security/user/_has_privileges", { index: [{ ...one, query: { match_all: {} } }] }, KIM),
  post("/_security/user/_has_privileges", { index: [{ privileges: ["read"] }] }, KIM),
  post(
    "/_security/user/_has_privileges",
    { application: [{ application: "x", privileges: ["a:b"], resources: ["r"] }] },
    KIM,
  ),
  post("/_security/user/lee/_has_privileges", { cluster: ["monitor"] }, KIM),
  post("/_security/user/kim/_has_privileges", { cluster: ["monitor"] }),
  remove("/_security/privilege/myapp/none"),
  remove("/_security/privilege/myapp/read,write,none"),
];

const KEY: Caller = { key: "first" };
const keys: readonly Case[] = [
  {
    ...post(
      "/_security/api_key",
      {
        name: "k1",
        expiration: "1d",
        role_descriptors: { r1: { cluster: ["monitor"], indices: [{ names: ["a1"], privileges: ["read"] }] } },
        metadata: { app: "x" },
      },
      KIM,
    ),
    saves: { id: "id", first: "encoded" },
  },
  post("/_security/api_key", { name: "k1" }, KIM),
  post("/_security/api_key", {}, KIM),
  post("/_security/api_key", { name: "", expiration: "1d" }, KIM),
  post("/_security/api_key", { name: "_x" }, KIM),
  post("/_security/api_key", { name: " x" }, KIM),
  post("/_security/api_key", { name: "x", metadata: { _a: 1 } }, KIM),
  post("/_security/api_key", { name: "x", bogus: 1 }, KIM),
  post("/_security/api_key", { name: "x", role_descriptors: { r: { cluster: ["bogus"] } } }, KIM),
  post("/_security/api_key", { name: "x", role_descriptors: { r: { indices: [{ names: ["x"] }] } } }, KIM),
  post("/_security/api_key", { name: "x", role_descriptors: { r: { bogus: 1 } } }, KIM),
  get("/_security/api_key", KIM),
  get("/_security/api_key?owner=true", KIM),
  get("/_security/api_key?id={id}"),
  get("/_security/api_key?id={id}&with_limited_by=true"),
  get("/_security/api_key?name=k*&active_only=true"),
  get("/_security/api_key?id=nope"),
  get("/_security/api_key?name=nope"),
  get("/_security/api_key?username=nobody"),
  get("/_security/api_key?id=a&name=b"),
  get("/_security/api_key?id=a&username=b"),
  get("/_security/api_key?username=kim&owner=true"),
  get("/_security/_authenticate", KEY),
  get("/_security/user/_privileges", KEY),
  get("/a1/_search", KEY),
  get("/a2/_search", KEY),
  put("/a1", undefined, KEY),
  get("/_security/user", KEY),
  get("/_security/api_key", KEY),
  post("/_security/api_key", { name: "derived" }, KEY),
  post(
    "/_security/user/_has_privileges",
    { cluster: ["monitor"], index: [{ names: ["a1", "a2"], privileges: ["read"] }] },
    KEY,
  ),
  put("/_security/api_key/{id}", { metadata: { b: 1 } }, KIM),
  put("/_security/api_key/{id}", { metadata: { b: 1 } }, KIM),
  put("/_security/api_key/{id}", {}, KIM),
  put("/_security/api_key/nope", { metadata: { b: 1 } }, KIM),
  put("/_security/api_key/{id}", { metadata: { b: 1 } }),
  put("/_security/api_key/{id}", { name: "x" }, KIM),
  post("/_security/api_key/_bulk_update", { ids: ["{id}", "nope"], metadata: { c: 2 } }, KIM),
  post("/_security/api_key/_bulk_update", { ids: ["{id}"], metadata: { c: 2 } }, KIM),
  post("/_security/api_key/_bulk_update", { ids: [] }, KIM),
  post("/_security/api_key/_bulk_update", {}, KIM),
  put("/_security/api_key/{id}", { role_descriptors: {}, expiration: "2d" }, KIM),
  post("/_security/_query/api_key", { query: { term: { name: "k1" } }, sort: ["creation"] }, KIM),
  post("/_security/_query/api_key", { query: { term: { "metadata.c": 2 } } }, KIM),
  post("/_security/_query/api_key", { query: { range: { creation: { gte: "now-1h" } } }, size: 0 }, KIM),
  post("/_security/_query/api_key", { query: { term: { realm_name: "default_native" } }, size: 0 }, KIM),
  post("/_security/_query/api_key", { query: { bogus: {} } }, KIM),
  post("/_security/_query/api_key", { query: { term: { api_key_hash: "k1" } } }, KIM),
  post("/_security/_query/api_key", { query: { ids: { values: ["nope"] } } }, KIM),
  post(
    "/_security/_query/api_key",
    {
      size: 0,
      aggs: {
        names: { terms: { field: "name" }, aggs: { users: { cardinality: { field: "username" } } } },
        valid: { filter: { term: { invalidated: false } } },
        lasting: { missing: { field: "expiration" } },
        many: { value_count: { field: "name" } },
      },
    },
    KIM,
  ),
  post("/_security/_query/api_key?typed_keys=true", { size: 0, aggs: { names: { terms: { field: "name" } } } }, KIM),
  post("/_security/_query/api_key", { aggs: { a: { avg: { field: "creation" } } } }, KIM),
  remove("/_security/api_key", { ids: ["{id}", "nope"] }, KIM),
  remove("/_security/api_key", { ids: ["{id}", "nope"], owner: true }, KIM),
  remove("/_security/api_key", { ids: ["{id}"], owner: true }, KIM),
  remove("/_security/api_key", {}),
  remove("/_security/api_key", { ids: [] }),
  remove("/_security/api_key", { ids: ["a"], name: "b" }),
  remove("/_security/api_key", { id: "a" }),
  remove("/_security/api_key", { owner: true, username: "x" }),
  get("/_security/api_key?id={id}"),
  put("/_security/api_key/{id}", { metadata: { b: 1 } }, KIM),
  post("/_security/api_key/grant", {
    grant_type: "password",
    username: "kim",
    password: "secret3",
    api_key: { name: "g" },
  }),
  post("/_security/api_key/grant", {
    grant_type: "password",
    username: "kim",
    password: "secret3",
    api_key: { name: "g" },
    run_as: "lee",
  }),
  post("/_security/api_key/grant", {
    grant_type: "password",
    username: "kim",
    password: "wrong",
    api_key: { name: "g" },
  }),
  post("/_security/api_key/grant", { grant_type: "bogus", username: "kim", password: "wrong", api_key: { name: "g" } }),
  post("/_security/api_key/grant", { grant_type: "password", api_key: { name: "g" } }),
  post("/_security/api_key/grant", { grant_type: "password", username: "kim", password: "secret3" }),
  post("/_security/api_key/grant", { grant_type: "access_token", access_token: "zzz", api_key: { name: "g" } }),
  post("/_security/api_key/grant", { bogus: 1 }),
];

const token = (body: unknown, who?: Caller): Case => post("/_security/oauth2/token", body, who);
const tokens: readonly Case[] = [
  {
    ...token({ grant_type: "password", username: "kim", password: "secret3" }),
    saves: { access: "access_token", refresh: "refresh_token" },
  },
  get("/_security/_authenticate", { bearer: "access" }),
  get("/_security/user", { bearer: "access" }),
  { ...token({ grant_type: "refresh_token", refresh_token: "{refresh}" }), saves: { access: "access_token" } },
  get("/_security/_authenticate", { bearer: "access" }),
  token({ grant_type: "password", username: "kim", password: "wrong" }),
  token({ grant_type: "password", username: "kim" }),
  token({ grant_type: "client_credentials", username: "x" }),
  token({ grant_type: "bogus" }),
  token({ grant_type: "_kerberos", kerberos_ticket: "eA==" }),
  token({ grant_type: "refresh_token", refresh_token: "zzz" }),
  token({ grant_type: "refresh_token" }),
  token({}),
  token({ bogus: "client_credentials" }),
  token({ grant_type: "client_credentials" }, KIM),
  remove("/_security/oauth2/token", { token: "{access}" }),
  remove("/_security/oauth2/token", { token: "{access}" }),
  remove("/_security/oauth2/token", { refresh_token: "zzz" }),
  remove("/_security/oauth2/token", {}),
  remove("/_security/oauth2/token", { token: "a", refresh_token: "b" }),
  remove("/_security/oauth2/token", { token: "a", username: "b" }),
  remove("/_security/oauth2/token", { username: "nobody" }),
  remove("/_security/oauth2/token", { bogus: "a" }),
];

const acting: readonly Case[] = [
  get("/_security/_authenticate", { as: "lee", by: KIM }),
  get("/_security/_authenticate", { as: "nobody", by: KIM }),
  get("/zzz/_search", { as: "nobody", by: "admin" }),
  get("/_security/user", { as: "kim", by: "admin" }),
  get("/zzz/_search", { as: "kim", by: "admin" }),
];

const queries: readonly Case[] = [
  post("/_security/_query/user", { query: { term: { username: "kim" } } }),
  post("/_security/_query/user", {
    query: { bool: { filter: [{ prefix: { roles: "cl" } }, { wildcard: { full_name: "*kim*" } }] } },
    sort: ["username"],
    size: 1,
  }),
  post("/_security/_query/user", { query: { match: { full_name: "kim" } } }),
  post("/_security/_query/user", {
    query: { terms: { username: ["kim", "lee"] } },
    sort: [{ username: { order: "desc" } }],
    search_after: ["kim"],
  }),
  post("/_security/_query/user", { query: { exists: { field: "email" } }, size: 0 }),
  post("/_security/_query/user", { query: { term: { password: "kim" } } }),
  post("/_security/_query/user", { query: { term: { "metadata.a": 1 } } }),
  post("/_security/_query/user", { query: { regexp: { username: "k.*" } } }),
  post("/_security/_query/user", { sort: ["full_name"] }),
  post("/_security/_query/user", { bogus: 1 }),
  post("/_security/_query/user", { from: -1 }),
  post("/_security/_query/user", { size: -1 }),
  post("/_security/_query/role", { query: { match: { description: "zzz" } } }),
  post("/_security/_query/role", { query: { term: { cluster: "monitor" } } }),
  post("/_security/_query/role", { query: { exists: { field: "metadata.v" } } }),
];

const end: readonly Case[] = [
  remove("/_security/role/clerk"),
  get("/_security/user/_privileges", KIM),
  get("/_security/user", KIM),
  remove("/_security/user/lee"),
  remove("/_security/user/kim"),
  get("/_security/_authenticate", KIM),
];

export const CASES: readonly Case[] = [
  ...users,
  ...roles,
  ...mappings,
  ...privileges,
  ...keys,
  ...tokens,
  ...acting,
  ...queries,
  ...end,
];
