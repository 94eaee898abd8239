/**
 * The table of version types: what each operation answers for each version type and version, on a document that is
 * there at version 5 and on one that is not. The same requests go to any server that speaks the interface.
 */

/** Sends a request: method, path and body in, status and body out. Lines of JSON end with a line break. */
export type Send = (
  method: string,
  path: string,
  body?: string,
) => Promise<{ readonly status: number; readonly body: unknown }>;

/** Cells by name; each as `status result version`, or `status error type: reason`. */
export type Table = Readonly<Record<string, string>>;

export const VERSION_TYPES = ["", "internal", "external", "external_gt", "external_gte", "force", "nonsense"] as const;

/** Versions beside the 5 that is there. */
const VERSIONS: Readonly<Record<string, number | undefined>> = {
  none: undefined,
  lower: 3,
  equal: 5,
  higher: 7,
  negative: -1,
};

const INDEX = "wardex-version-types";
const THERE = 5;

/** One operation: how a request is made of an id and the version parameters. */
interface VersionedOperation {
  readonly name: string;
  /** Version parameters as a query string (with its mark), or as members of a bulk action. */
  send(
    send: Send,
    id: string,
    version: { readonly query: string; readonly members: Readonly<Record<string, unknown>> },
  ): Promise<{ readonly status: number; readonly body: unknown }>;
}

const DOCUMENT = '{"a":1}';

function bulk(kind: "index" | "create" | "update" | "delete", source: string): VersionedOperation {
  return {
    name: `bulk ${kind}`,
    send: (send, id, { members }) =>
      send("POST", "/_bulk", `${JSON.stringify({ [kind]: { _index: INDEX, _id: id, ...members } })}\n${source}`),
  };
}

export const OPERATIONS: readonly VersionedOperation[] = [
  { name: "index", send: (send, id, { query }) => send("PUT", `/${INDEX}/_doc/${id}${query}`, DOCUMENT) },
  {
    name: "index op_type=create",
    send: (send, id, { query }) =>
      send("PUT", `/${INDEX}/_doc/${id}${query === "" ? "?" : `${query}&`}op_type=create`, DOCUMENT),
  },
  { name: "create", send: (send, id, { query }) => send("PUT", `/${INDEX}/_create/${id}${query}`, DOCUMENT) },
  { name: "update", send: (send, id, { query }) => send("POST", `/${INDEX}/_update/${id}${query}`, '{"doc":{"a":2}}') },
  { name: "delete", send: (send, id, { query }) => send("DELETE", `/${INDEX}/_doc/${id}${query}`) },
  { name: "get", send: (send, id, { query }) => send("GET", `/${INDEX}/_doc/${id}${query}`) },
  { name: "exists", send: (send, id, { query }) => send("HEAD", `/${INDEX}/_doc/${id}${query}`) },
  {
    name: "mget",
    send: (send, id, { members }) =>
      send("POST", "/_mget", JSON.stringify({ docs: [{ _index: INDEX, _id: id, ...members }] })),
  },
  { name: "termvectors", send: (send, id, { query }) => send("GET", `/${INDEX}/_termvectors/${id}${query}`) },
  bulk("index", `${DOCUMENT}\n`),
  bulk("create", `${DOCUMENT}\n`),
  bulk("update", '{"doc":{"a":2}}\n'),
  bulk("delete", ""),
];

/**
 * The table as it is recorded: each answer once, and for each operation and type the numbers of its answers, in the
 * order of the cells.
 */
export interface PackedTable {
  readonly answers: readonly string[];
  readonly cells: Readonly<Record<string, Readonly<Record<string, readonly number[]>>>>;
}

export function packed(table: Table): PackedTable {
  const answers = [...new Set(Object.values(table))];
  const cells: Record<string, Record<string, number[]>> = {};
  for (const [cell, answer] of Object.entries(table)) {
    const [operation = "", type = ""] = cell.split(" | ");
    ((cells[operation] ??= {})[type] ??= []).push(answers.indexOf(answer));
  }
  return { answers, cells };
}

export function unpacked({ answers, cells }: PackedTable): Table {
  const table: Record<string, string> = {};
  const places = Object.keys(VERSIONS).flatMap((version) => [`${version} | there`, `${version} | not there`]);
  for (const [operation, types] of Object.entries(cells)) {
    for (const [type, numbers] of Object.entries(types)) {
      numbers.forEach((number, at) => (table[`${operation} | ${type} | ${places[at]}`] = answers[number] ?? ""));
    }
  }
  return table;
}

/** Asks for every cell of the operations named. The index is made anew, and removed in the end. */
export async function versionTable(
  send: Send,
  operations: readonly VersionedOperation[] = OPERATIONS,
): Promise<Record<string, string>> {
  await send("DELETE", `/${INDEX}?ignore_unavailable=true`);
  await send("PUT", `/${INDEX}`, '{"settings":{"number_of_shards":1,"number_of_replicas":0}}');
  const table: Record<string, string> = {};
  let document = 0;
  try {
    for (const operation of operations) {
      for (const type of VERSION_TYPES) {
        for (const [name, version] of Object.entries(VERSIONS)) {
          for (const there of [true, false]) {
            const id = `d${document++}`;
            if (there) await send("PUT", `/${INDEX}/_doc/${id}?version=${THERE}&version_type=external`, DOCUMENT);
            const members = {
              ...(version === undefined ? {} : { version }),
              ...(type === "" ? {} : { version_type: type }),
            };
            const query = new URLSearchParams(
              Object.entries(members).map(([key, value]): [string, string] => [key, String(value)]),
            ).toString();
            const answer = await operation.send(send, id, { query: query === "" ? "" : `?${query}`, members });
            table[[operation.name, type || "none given", name, there ? "there" : "not there"].join(" | ")] = shown(
              answer,
            ).replaceAll(id, "ID");
          }
        }
      }
    }
  } finally {
    await send("DELETE", `/${INDEX}`);
  }
  return table;
}

/** What matters of an answer, in a line. */
function shown({ status, body }: { readonly status: number; readonly body: unknown }): string {
  if (!isObject(body)) return String(status);
  const items = body["items"] ?? body["docs"];
  const first: unknown = Array.isArray(items) ? items[0] : undefined;
  if (isObject(first)) return ofItem(status, "items" in body ? first[Object.keys(first)[0] ?? ""] : first);
  if ("error" in body) return `${status} ${errorText(body["error"])}`;
  return `${status} ${success(body)}`;
}

function ofItem(status: number, item: unknown): string {
  if (!isObject(item)) return String(status);
  const itemStatus = typeof item["status"] === "number" ? ` item ${item["status"]}` : "";
  return `${status}${itemStatus} ${"error" in item ? errorText(item["error"]) : success(item)}`;
}

function success(body: Readonly<Record<string, unknown>>): string {
  const { result, found, _version: version } = body;
  const word = typeof result === "string" ? result : found === true ? "found" : "not found";
  return typeof version === "number" ? `${word} at version ${version}` : word;
}

function errorText(error: unknown): string {
  const text = (value: unknown): string => (typeof value === "string" ? value : JSON.stringify(value));
  return isObject(error) ? `${text(error["type"])}: ${text(error["reason"])}` : text(error);
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
