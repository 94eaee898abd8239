/** Records of the identity interface, and what is asked of it. */
import { type Answer, call, part } from "./api.ts";

const PREFIX = "/api/v2beta";

export interface User {
  readonly pk: number;
  readonly username: string;
  readonly name: string;
  readonly email: string;
  readonly is_active: boolean;
  readonly is_superuser: boolean;
  readonly last_login: string | null;
  readonly groups: readonly string[];
  readonly groups_obj?: readonly { readonly name: string }[];
  readonly roles: readonly string[];
  readonly attributes: Readonly<Record<string, unknown>>;
}
export interface Group {
  readonly pk: string;
  readonly name: string;
  readonly is_superuser: boolean;
  readonly parent: string | null;
  readonly users: readonly number[];
  readonly roles: readonly string[];
  readonly users_obj: readonly { readonly pk: number; readonly username: string; readonly name: string }[];
}
export interface Token {
  readonly pk: string;
  readonly identifier: string;
  readonly intent: string;
  readonly user: number;
  readonly user_obj?: { readonly username: string };
  readonly description: string;
  readonly expires: string;
  readonly expiring: boolean;
}
export interface Application {
  readonly pk: string;
  readonly name: string;
  readonly slug: string;
  readonly meta_launch_url: string;
  readonly meta_description: string;
  readonly meta_publisher: string;
  readonly policy_engine_mode: "all" | "any";
}
export interface Certificate {
  readonly pk: string;
  readonly name: string;
  readonly cert_subject: string;
  readonly cert_expiry: string;
  readonly fingerprint_sha256: string;
  readonly private_key_available: boolean;
}
export interface Binding {
  readonly pk: string;
  readonly target: string;
  readonly policy: string | null;
  readonly group: string | null;
  readonly user: number | null;
  readonly negate: boolean;
  readonly enabled: boolean;
  readonly order: number;
}
export interface Notification {
  readonly pk: string;
  readonly severity: string;
  readonly body: string;
  readonly created: string;
  readonly seen: boolean;
}
export interface Rule {
  readonly pk: string;
  readonly name: string;
  readonly severity: string;
  readonly group: string | null;
  readonly group_obj: { readonly name: string } | null;
  readonly transports: readonly string[];
}
export interface Matcher {
  readonly pk: string;
  readonly name: string;
  readonly action: string;
  readonly client_ip: string;
  readonly app: string;
}
export interface Transport {
  readonly pk: string;
  readonly name: string;
  readonly mode: string;
  readonly webhook_url: string;
  readonly send_once: boolean;
}

/** One page of a list. */
export interface ListPage<Row> {
  readonly pagination: { readonly count: number; readonly next: number };
  readonly results: readonly Row[];
}

export const identityPath = (list: string, ...key: readonly (string | number)[]): string =>
  `${PREFIX}/${list}/${key.map((one) => `${part(String(one))}/`).join("")}`;

const MOST_AT_ONCE = 100;

/** All records of a short list, as choices want them. */
export async function all<Row>(list: string, most = 1000): Promise<readonly Row[]> {
  const rows: Row[] = [];
  for (let page = 1; rows.length < most; page++) {
    const answer = await call<ListPage<Row>>("GET", `${identityPath(list)}?page=${page}&page_size=${MOST_AT_ONCE}`);
    if (!answer.ok) break;
    rows.push(...answer.body.results);
    if (answer.body.pagination.next === 0) break;
  }
  return rows;
}

/** Makes a record, or changes one. */
export function save<Row>(list: string, key: string | number | undefined, values: object): Promise<Answer<Row>> {
  return key === undefined
    ? call<Row>("POST", identityPath(list), values)
    : call<Row>("PATCH", identityPath(list, key), values);
}

export const remove = (list: string, key: string | number): Promise<Answer<unknown>> =>
  call("DELETE", identityPath(list, key));
