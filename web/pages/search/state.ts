/** What stands in the workbench: tabs that survive a reload, and what came back of the one that is shown. */
import { computed, signal } from "@preact/signals";
import { type Answer, call, type Fault, isObject, part } from "../../core/api.ts";
import { isDate, isExact, isNumeric, type Field } from "../../core/fields.ts";
import { type Condition, facetsOf, queryOf } from "../../core/query.ts";
import type { SearchAnswer } from "../../core/search.ts";
import { kept } from "../../core/storage.ts";
import type { Order } from "../../parts/table.tsx";

export type View = "table" | "map" | "chart" | "profile" | "raw";

/** One search as it is written. */
export interface Search {
  readonly id: string;
  readonly name: string;
  readonly index: string;
  readonly mode: "visual" | "json";
  readonly conditions: readonly Condition[];
  /** The body, where it is written by hand. */
  readonly text: string;
  readonly order?: Order;
  readonly view: View;
  readonly chart?: string;
  /** Judgements: words → document → grade. */
  readonly grades?: Readonly<Record<string, Readonly<Record<string, number>>>>;
}

export const PAGE_SIZE = 50;
const MOST_HITS = 10_000;
/** Stand around what is highlighted: no text of documents has them, and none becomes markup. */
export const OPEN = "\uE000";
export const CLOSE = "\uE001";

const fresh = (index = ""): Search => ({
  id: Math.random().toString(36).slice(2),
  name: "",
  index,
  mode: "visual",
  conditions: [],
  text: "",
  view: "table",
});

export const searches = kept<readonly Search[]>("searches", [fresh()]);
const shownId = kept<string>("search", "");
export const current = computed<Search>(
  () => searches.value.find(({ id }) => id === shownId.value) ?? searches.value[0] ?? fresh(),
);

export const fields = signal<readonly Field[]>([]);
export const answer = signal<Answer<SearchAnswer> | undefined>(undefined);
/** The body that the answer is of. */
export const sent = signal<Readonly<Record<string, unknown>> | undefined>(undefined);
export const running = signal(false);
export const picked = signal<string | undefined>(undefined);
let turn = 0;
let aborter: AbortController | undefined;

export function change(changed: Partial<Search>): void {
  const { id } = current.value;
  searches.value = searches.value.map((one) => (one.id === id ? { ...one, ...changed } : one));
}

export function show(id: string): void {
  shownId.value = id;
  answer.value = undefined;
  picked.value = undefined;
}

/** A further search, beside what is there. */
export function add(given: Partial<Search> = {}): void {
  const next = { ...fresh(current.value.index), ...given };
  searches.value = [...searches.value, next];
  show(next.id);
}

export function close(id: string): void {
  const left = searches.value.filter((one) => one.id !== id);
  searches.value = left.length === 0 ? [fresh(current.value.index)] : left;
  if (!left.some((one) => one.id === shownId.value)) show(searches.value.at(-1)?.id ?? "");
}

export const titleOf = (search: Search): string => {
  if (search.name !== "") return search.name;
  const words = search.mode === "visual" ? search.conditions.map(({ value }) => value).filter((one) => one !== "") : [];
  return words.length > 0 ? words.join(", ").slice(0, 30) : search.mode === "json" ? "JSON" : "Everything";
};

/** Multi fields sort for their texts. */
export function sortField(name: string): string | undefined {
  const type = fields.value.find((field) => field.name === name)?.type;
  if (isExact(type) || isNumeric(type) || isDate(type)) return name;
  return fields.value.find((field) => field.name.startsWith(`${name}.`) && isExact(field.type))?.name;
}

/** The body of a search that is put together by hand of conditions. */
export function visualBody(search: Search): Readonly<Record<string, unknown>> {
  const by = search.order && (search.order.key === "_score" ? "_score" : sortField(search.order.key));
  return {
    query: queryOf(search.conditions),
    ...(by === undefined
      ? {}
      : { sort: [{ [by]: search.order?.descending === true ? "desc" : "asc" }], track_scores: true }),
    size: PAGE_SIZE,
  };
}

export function bodyOf(search: Search): Readonly<Record<string, unknown>> | Fault {
  if (search.mode === "visual")
    return { ...visualBody(search), aggs: facetsOf(fields.value), highlight: { fields: { "*": {} } } };
  try {
    const parsed: unknown = JSON.parse(search.text.trim() === "" ? "{}" : search.text);
    if (isObject(parsed)) return parsed;
    return { status: 0, type: "This is not a search yet", reason: "The body of a search is an object: { … }" };
  } catch (error) {
    return { status: 0, type: "This is not JSON yet", reason: error instanceof Error ? error.message : String(error) };
  }
}

export const isFault = (body: Readonly<Record<string, unknown>> | Fault): body is Fault =>
  "reason" in body && "status" in body;

/** As it goes to the server: what is highlighted is marked by characters of our own, and versions come with the hits. */
function asSent(body: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
  const { highlight } = body;
  return {
    version: true,
    seq_no_primary_term: true,
    track_total_hits: true,
    ...body,
    ...(isObject(highlight) ? { highlight: { ...highlight, pre_tags: [OPEN], post_tags: [CLOSE] } } : {}),
  };
}

export const pathOf = (index: string): string => `/${index.split(",").map(part).join(",")}/_search`;

/** Runs the search that is shown. Old results stay until the new ones are there. */
export async function run(): Promise<void> {
  const search = current.peek();
  if (search.index === "") return;
  const body = bodyOf(search);
  const mine = ++turn;
  aborter?.abort();
  if (isFault(body)) {
    answer.value = {
      ok: false,
      status: 0,
      ms: 0,
      bytes: 0,
      body: undefined as never,
      text: "",
      fault: body,
      headers: new Headers(),
    };
    return;
  }
  aborter = new AbortController();
  running.value = true;
  const got = await call<SearchAnswer>("POST", pathOf(search.index), asSent(body), { signal: aborter.signal });
  if (mine !== turn) return;
  running.value = false;
  sent.value = body;
  answer.value = got;
  picked.value = got.ok ? keyOf(got.body.hits.hits[0]) : undefined;
}

export function stop(): void {
  aborter?.abort();
}

export const keyOf = (hit: { readonly _index: string; readonly _id: string } | undefined): string | undefined =>
  hit && `${hit._index}/${hit._id}`;

/** The next page behind those that are there. */
export async function more(): Promise<void> {
  const now = answer.peek();
  const body = sent.peek();
  if (!now?.ok || !body || running.peek()) return;
  const have = now.body.hits.hits.length;
  const from = Number(body["from"] ?? 0) + have;
  if (have === 0 || have >= (now.body.hits.total?.value ?? 0) || from >= MOST_HITS || have % PAGE_SIZE !== 0) return;
  const mine = turn;
  running.value = true;
  const { aggs: _counted, aggregations: _too, ...rest } = body;
  const size = Math.min(MOST_HITS - from, Math.max(PAGE_SIZE, Number(body["size"] ?? 10), Math.min(have, 1000)));
  const next = await call<SearchAnswer>("POST", pathOf(current.peek().index), asSent({ ...rest, from, size }));
  if (mine !== turn) return;
  running.value = false;
  if (!next.ok) return;
  const hits = { ...now.body.hits, hits: [...now.body.hits.hits, ...next.body.hits.hits] };
  answer.value = { ...now, body: { ...now.body, hits } };
}

/** Which fields the index has, for choices and completion. */
export async function lookAtFields(index: string): Promise<void> {
  if (index === "") return;
  interface Caps {
    readonly fields: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
  }
  const names = index.split(",").map(part).join(",");
  const got = await call<Caps>("GET", `/${names}/_field_caps?fields=*&filters=-metadata`);
  if (!got.ok || current.peek().index !== index) return;
  fields.value = Object.entries(got.body.fields)
    .map(([name, kinds]) => ({ name, type: Object.keys(kinds)[0] ?? "", isMulti: false, definition: {} }))
    .filter(({ type }) => type !== "object" && type !== "nested")
    .sort((left, right) => (left.name < right.name ? -1 : 1));
}
