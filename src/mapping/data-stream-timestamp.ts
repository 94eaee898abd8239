/**
 * `_data_stream_timestamp`: each document must have exactly one `@timestamp`, in a plain date field
 * (`DataStreamTimestampFieldMapper`).
 */
import { illegalArgument } from "../compat/errors.ts";
import type { Json } from "../core/json.ts";
import { ownOf } from "../core/names.ts";
import { documentError, fieldError } from "./document-error.ts";
import type { DocumentInput } from "./document-parser.ts";
import type { DocumentPlace } from "./document-place.ts";
import type { ObjectNode } from "./mapping-tree.ts";
import { showField } from "./show-mapping.ts";
import { badValue } from "./value-error.ts";

/** The field with the timestamp. */
const TIMESTAMP = "@timestamp";

const PREFIX = `data stream timestamp field [${TIMESTAMP}]`;

/** Parameters that the field's definition may have. */
const ALLOWED: ReadonlySet<string> = new Set(["type", "format", "locale", "meta"]);

/** Throws for a mapping whose timestamp field is missing or not a plain date. */
export function checkTimestampField(root: ObjectNode): void {
  const node = root.children.get(TIMESTAMP);
  if (!node || node.kind === "object") throw illegalArgument(`${PREFIX} does not exist`);
  if (node.kind === "alias") throw illegalArgument(`${PREFIX} is of type [alias], but [date,date_nanos] is expected`);
  const { field, type, values } = node;
  if (type.name !== "date" && type.name !== "date_nanos")
    throw illegalArgument(`${PREFIX} is of type [${type.name}], but [date,date_nanos] is expected`);
  if (!field.aggregatable) throw illegalArgument(`${PREFIX} doesn't have doc values`);
  if (!field.searchable) throw illegalArgument(`${PREFIX} is not indexed`);
  for (const name of ["null_value", "ignore_malformed"]) {
    const value = ownOf(values.values, name) ?? null;
    if (value !== null && value !== false)
      throw illegalArgument(`${PREFIX} has disallowed [${name}] attribute specified`);
  }
  const others = Object.keys(showField(node)).filter((name) => !ALLOWED.has(name) && name !== "ignore_malformed");
  if (others.length > 0) throw illegalArgument(`${PREFIX} has disallowed attributes: [${others.join(", ")}]`);
}

/** Throws for a document with no timestamp or several. */
export function checkTimestamp(
  { source, id }: Pick<DocumentInput, "source" | "id">,
  root: ObjectNode,
  place: DocumentPlace,
): void {
  const times = timesOf(source[TIMESTAMP] ?? null);
  if (times.length === 0) throw documentError(place.last(0), illegalArgument(`${PREFIX} is missing`));
  const [, second] = times;
  if (!second) return;
  [TIMESTAMP, ...second.steps].forEach((step, depth) => place.set(depth, step));
  const node = root.children.get(TIMESTAMP);
  const type = node?.kind === "field" ? node.type.name : "date";
  const error = badValue(`${PREFIX} encountered multiple values`);
  throw fieldError({
    error,
    path: TIMESTAMP,
    type,
    label: TIMESTAMP,
    value: second.value,
    documentId: id,
    depth: second.steps.length + 1,
    place,
  });
}

/** The values other than null, each with its path of array indexes. */
function timesOf(value: Json): { readonly value: Json; readonly steps: readonly number[] }[] {
  if (value === null) return [];
  if (!Array.isArray(value)) return [{ value, steps: [] }];
  return value.flatMap((item, index) =>
    timesOf(item).map((time) => ({ value: time.value, steps: [index, ...time.steps] })),
  );
}
