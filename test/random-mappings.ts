/** One mapping and its documents on two servers: what the one answers otherwise than the other. */
import { isDeepStrictEqual } from "node:util";
import type { Json, JsonObject } from "../src/core/json.ts";
import { isJsonObject } from "../src/core/json.ts";

/** What is done on both servers. */
export interface MappingCase {
  readonly settings: JsonObject;
  readonly mapping: JsonObject;
  /** JSON texts. */
  readonly documents: readonly string[];
  /** What is put on the mapping in the end. */
  readonly update: JsonObject;
}

/** What one server answered otherwise than the other. */
export interface Difference {
  /** What was asked for, and of what. */
  readonly what: string;
  readonly ours: unknown;
  readonly theirs: unknown;
  /** The text of the document, where it is about one. */
  readonly document?: string;
}

/** A reason for which a difference stays. */
export interface Reason {
  readonly why: string;
  holds(difference: Difference): boolean;
}

/**
 * A server that is no Elasticsearch: of errors only that there is one is compared, and of fields not how they are told.
 */
export interface OtherKind {
  readonly reasons: readonly Reason[];
  /** Members of hits that it does not tell. */
  readonly untold: readonly string[];
  /** Whether it shows the values of a field, of a type, as we do. */
  readonly shows: (name: string, type: string) => boolean;
  /** Whether its doc values of a type are shown as ours. */
  readonly showsColumn: (type: string) => boolean;
}

interface Answer {
  readonly status: number;
  readonly body: JsonObject;
}

const PATIENCE_MS = 60_000;
/** What Jackson says of a state that it does not expect to be in. */
const PARSER_FAILURE = "Internal error: this code path should never get executed";

async function ask(url: string, method: string, path: string, body?: string): Promise<Answer> {
  const response = await fetch(`${url}/${path}`, {
    method,
    headers: { "content-type": "application/x-ndjson" },
    signal: AbortSignal.timeout(PATIENCE_MS),
    ...(body === undefined ? {} : { body }),
  });
  return { status: response.status, body: (await response.json()) as JsonObject };
}

/** What is told of an answer: of a failure the error, without what every server names in its own way. */
type Told = (answer: Answer) => unknown;

/**
 * What clients may look at of an error: type and reason. Left out are places and previews, the causes (words of Java
 * and of its JSON parser), and lists that come out of Java's unordered maps.
 */
export function typeAndReason(error: unknown): unknown {
  if (typeof error !== "object" || error === null) return error;
  if (JSON.stringify(error).includes(PARSER_FAILURE)) return PARSER_FAILURE;
  const { type, reason } = error as { type?: unknown; reason?: unknown };
  return `${String(type)}: ${String(reason)
    .replace(/\[\d+:\d+\] |Preview of field's value: .*|Could not parse field value preview,|\n at \[Source: .*/gs, "")
    .trim()}`;
}

/** Compares two servers, case by case. */
export class MappingComparison {
  readonly #ours: string;
  readonly #theirs: string;
  readonly #index: string;
  readonly #otherKind: OtherKind | undefined;
  readonly #leftOut = new Set<number>();

  constructor(ours: string, theirs: string, index: string, otherKind?: OtherKind) {
    this.#ours = ours;
    this.#theirs = theirs;
    this.#index = index;
    this.#otherKind = otherKind;
  }

  /** The differences of the first step that has some; later ones would only follow from them. */
  async differences(given: MappingCase): Promise<readonly Difference[]> {
    const index = this.#index;
    await this.#both("DELETE", index);
    const create = JSON.stringify({
      settings: { number_of_replicas: 0, number_of_shards: 1, ...given.settings },
      mappings: given.mapping,
    });
    const [made, made2] = await this.#both("PUT", index, create);
    const told: Told = ({ status, body }) => (status < 300 ? status : { status, error: typeAndReason(body["error"]) });
    const refused = this.#compare("create index", told(made), told(made2));
    if (refused.length > 0 || made.status !== made2.status) return refused;
    const shown = await this.#sameAnswer("get_mapping", "GET", `${index}/_mapping`);
    if (shown.length > 0 || made.status >= 300) return shown;
    return (
      (await this.#documents(given.documents)) ?? (await this.#searches()) ?? (await this.#update(given.update, told))
    );
  }

  /** Whether a difference is one of those that stay, with a reason. */
  isReasoned(difference: Difference): boolean {
    return [...reasons, ...(this.#otherKind?.reasons ?? [])].some((reason) => reason.holds(difference));
  }

  async #update(update: JsonObject, told: Told): Promise<readonly Difference[]> {
    const index = this.#index;
    const [put, put2] = await this.#both("PUT", `${index}/_mapping`, JSON.stringify(update));
    const refused = this.#compare("put_mapping", told(put), told(put2));
    return refused.length > 0 || put.status !== put2.status
      ? refused
      : this.#sameAnswer("get_mapping after update", "GET", `${index}/_mapping`);
  }

  async #documents(documents: readonly string[]): Promise<readonly Difference[] | undefined> {
    const lines = documents.flatMap((text, id) => [JSON.stringify({ index: { _id: String(id) } }), text]);
    const [ours, theirs] = await this.#both("POST", `${this.#index}/_bulk?refresh=true`, `${lines.join("\n")}\n`);
    const items = (answer: Answer): readonly unknown[] =>
      Array.isArray(answer.body["items"])
        ? answer.body["items"].map((item) => {
            const { status, error, result } = (item as JsonObject)["index"] as JsonObject;
            return { status, error: typeAndReason(error), result };
          })
        : [answer];
    const [mine, other] = [items(ours), items(theirs)];
    if (this.#otherKind) await this.#leaveOut(documents, mine, other);
    const first = documents.findIndex((_text, id) => !this.#equal(mine[id], other[id]) && !this.#leftOut.has(id));
    // Where the mapping differs as well, an earlier document may be the reason.
    if (first >= 0) {
      const found = { what: "index", ours: mine[first], theirs: other[first], document: documents[first] ?? "" };
      if (this.isReasoned(found)) return [];
      return [found, ...(await this.#sameAnswer("get_mapping after documents", "GET", `${this.#index}/_mapping`))];
    }
    const shown = await this.#sameAnswer("get_mapping after documents", "GET", `${this.#index}/_mapping`);
    return shown.length > 0 ? shown : undefined;
  }

  /** Of another kind: documents that only one of the servers takes, for a reason. */
  async #leaveOut(documents: readonly string[], mine: readonly unknown[], other: readonly unknown[]): Promise<void> {
    this.#leftOut.clear();
    for (const [id, document] of documents.entries()) {
      if (
        this.#equal(mine[id], other[id]) ||
        !this.isReasoned({ what: "index", ours: mine[id], theirs: other[id], document })
      )
        continue;
      this.#leftOut.add(id);
      await this.#both("DELETE", `${this.#index}/_doc/${id}?refresh=true`);
    }
  }

  async #searches(): Promise<readonly Difference[] | undefined> {
    const index = this.#index;
    const [caps, caps2] = await this.#both("GET", `${index}/_field_caps?fields=*`);
    const found = this.#otherKind
      ? []
      : [
          ...(await this.#sameAnswer("get_field_mapping", "GET", `${index}/_mapping/field/*?include_defaults=true`)),
          ...this.#compare("field_caps", caps.body, caps2.body),
        ];
    const fields = Object.entries(caps2.body["fields"] ?? {}).filter(
      ([name, types]) => !name.startsWith("_") && !Object.values(types as JsonObject).some((type) => isMetadata(type)),
    );
    const { shows, showsColumn } = this.#otherKind ?? {};
    const shown =
      shows === undefined
        ? ["*"]
        : fields.flatMap(([name, types]) =>
            Object.keys(types as JsonObject).every((type) => shows(name, type)) ? [name] : [],
          );
    found.push(...(await this.#sameHits("fields", { fields: shown, _source: true, size: 100 })));
    found.push(...(await this.#sameHits("stored_fields", { stored_fields: ["*"], size: 100 })));
    // Columns of ranges are shown as the bytes that Elasticsearch happens to keep, if these are a text.
    const columns = fields.filter(([, types]) =>
      Object.entries(types as JsonObject).every(
        ([name, type]) =>
          isJsonObject(type) &&
          type["aggregatable"] === true &&
          !name.endsWith("_range") &&
          showsColumn?.(name) !== false,
      ),
    );
    if (columns.length > 0)
      found.push(
        ...(await this.#sameHits("docvalue_fields", {
          docvalue_fields: columns.map(([name]) => name),
          _source: false,
          size: 100,
        })),
      );
    found.push(...(await this.#existing(shows === undefined ? fields.map(([name]) => name) : shown)));
    return found.length > 0 ? found : undefined;
  }

  /** Documents that have each field. */
  async #existing(names: readonly string[]): Promise<readonly Difference[]> {
    if (names.length === 0) return [];
    const lines = names.flatMap((field) => [
      "{}",
      JSON.stringify({ query: { exists: { field } }, _source: false, size: 100 }),
    ]);
    const [ours, theirs] = await this.#both("POST", `${this.#index}/_msearch`, `${lines.join("\n")}\n`);
    const idsOf = (answer: Answer): unknown => {
      const responses = answer.body["responses"];
      if (!Array.isArray(responses)) return answer;
      return Object.fromEntries(
        responses.map((response, at) => [names[at], this.#hitsOf({ status: 200, body: response as JsonObject })]),
      );
    };
    return this.#compare("exists", idsOf(ours), idsOf(theirs));
  }

  async #sameHits(what: string, search: JsonObject): Promise<readonly Difference[]> {
    const [ours, theirs] = await this.#both("POST", `${this.#index}/_search`, JSON.stringify(search));
    return this.#compare(what, this.#hitsOf(ours), this.#hitsOf(theirs));
  }

  async #sameAnswer(what: string, method: string, path: string): Promise<readonly Difference[]> {
    const [ours, theirs] = await this.#both(method, path);
    return this.#compare(what, ours.body, theirs.body);
  }

  /** Hits by id, without scores; the error where there are none. */
  #hitsOf({ status, body }: Answer): unknown {
    const hits = body["hits"];
    if (!isJsonObject(hits) || !Array.isArray(hits["hits"]))
      return { status, error: typeAndReason(causeOf(body["error"])) };
    const untold = new Set(["_id", "_index", "_score", ...(this.#otherKind?.untold ?? [])]);
    return Object.fromEntries(
      hits["hits"].map((hit) => [
        (hit as JsonObject)["_id"],
        Object.fromEntries(Object.entries(hit as JsonObject).filter(([name]) => !untold.has(name))),
      ]),
    );
  }

  #equal(ours: unknown, theirs: unknown): boolean {
    return (
      isDeepStrictEqual(ours, theirs) ||
      (this.#otherKind !== undefined && errorText(ours) !== "" && errorText(theirs) !== "")
    );
  }

  #both(method: string, path: string, body?: string): Promise<[Answer, Answer]> {
    return Promise.all([ask(this.#ours, method, path, body), ask(this.#theirs, method, path, body)]);
  }

  #compare(what: string, ours: unknown, theirs: unknown): readonly Difference[] {
    return this.#equal(ours, theirs)
      ? []
      : apart(what, ours, theirs).filter((difference) => !this.isReasoned(difference));
  }
}

/** Differences that stay, and why. */
const reasons: readonly Reason[] = [
  {
    why: "Java before 19 writes some floats with a digit more than they need; Elasticsearch brings a later one",
    holds: ({ ours, theirs }) => isDeepStrictEqual(singlePrecision(ours), singlePrecision(theirs)),
  },
  {
    why: "which of several fields of an update that cannot change is found first comes out of Java's unordered maps",
    holds: ({ what, ours, theirs }) =>
      what === "put_mapping" &&
      [ours, theirs].every((one) =>
        /cannot be changed from|can't merge a non|conflicts with existing|Cannot merge/.test(errorText(one)),
      ),
  },
  {
    why: "which of several aliases and copies that lead where they may not is found first comes out of Java's unordered maps",
    holds: ({ what, ours, theirs }) =>
      /^(create index|put_mapping)$/.test(what) &&
      [ours, theirs].every((one) => /for field alias|\[copy_to\] may|Cannot copy to field/.test(errorText(one))),
  },
  {
    why: "Java's immutable sets have another order in each run",
    holds: ({ ours, theirs }) =>
      [ours, theirs].every((one) => /unknown field name \[.*\], must be one of \[/.test(errorText(one))),
  },
  {
    why: "Elasticsearch's JSON parser fails in itself where a number that was read as a float is read as a whole number by a multi-field or copy",
    holds: ({ what, theirs }) => what === "index" && errorText(theirs) === PARSER_FAILURE,
  },
  {
    why: "an object for a binary or boolean field that keeps nothing leaves Elasticsearch's JSON parser inside of it: its members are read as fields beside it, and the rest of the document is left over",
    holds: ({ what, ours, document }) =>
      what === "index" && /of type \[(?:binary|boolean)\]/.test(errorText(ours)) && document?.includes("{", 1) === true,
  },
  {
    why: "`stored_fields` shows points and ranges as `fields` does, Elasticsearch the text of its objects",
    holds: ({ what, theirs }) =>
      what.startsWith("stored_fields") &&
      /"-?[\d.]+(?:E\d+)?, -?[\d.]+(?:E-?\d+)?"|"[[(].* : .*[\])]"/.test(JSON.stringify(theirs)),
  },
  {
    why: "`_size` comes with a plugin that the other server has not",
    holds: ({ what }) => what.endsWith(" _size"),
  },
  {
    why: "which name is too long, which object lies too deep, and which types there are, comes out of Java's unordered maps",
    holds: ({ ours, theirs }) =>
      [
        /^illegal_argument_exception: Field name \[\w+\] is longer/,
        /^illegal_argument_exception: Limit of mapping depth \[\d+\] has been exceeded due to object field/,
        /invalid element_type \[\w+\]; available types are/,
      ].some((words) => words.test(errorText(ours)) && words.test(errorText(theirs))),
  },
];

/** The error of an answer or item, as `typeAndReason` tells it; empty where there is none. */
export function errorText(value: unknown): string {
  const error = typeof value === "object" && value !== null ? (value as { error?: unknown }).error : value;
  return typeof error === "string" ? error : "";
}

function singlePrecision(value: unknown): unknown {
  if (typeof value === "number") return Number(value.toPrecision(6));
  return Array.isArray(value) ? value.map(singlePrecision) : value;
}

function isMetadata(type: Json): boolean {
  return isJsonObject(type) && type["metadata_field"] === true;
}

/** The failure of the shard: around it the servers name nodes. */
function causeOf(error: Json | undefined): unknown {
  const failed = isJsonObject(error) ? error["failed_shards"] : undefined;
  return Array.isArray(failed) ? (failed[0] as JsonObject)["reason"] : error;
}

/** The places at which two answers differ, as differences of their own. */
function apart(what: string, ours: unknown, theirs: unknown, depth = 0): readonly Difference[] {
  const isMap = (value: unknown): value is Record<string, unknown> =>
    typeof value === "object" && value !== null && !Array.isArray(value);
  if (depth > 5 || !isMap(ours) || !isMap(theirs) || "type" in theirs || "status" in theirs)
    return [{ what, ours, theirs }];
  return [...new Set([...Object.keys(ours), ...Object.keys(theirs)])]
    .filter((key) => !isDeepStrictEqual(ours[key], theirs[key]))
    .flatMap((key) => apart(`${what} ${key}`, ours[key], theirs[key], depth + 1));
}
