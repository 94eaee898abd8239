/** What the variables of an expression stand for in a segment (`ExpressionScriptEngine.getDocValueSource`). */
import { illegalArgument, RequestError } from "../../compat/errors.ts";
import type { JsonObject } from "../../core/json.ts";
import { nameTable, ownOf } from "../../core/names.ts";
import type { ScriptColumn, ScriptColumns, ScriptPoint } from "../script-document.ts";
import { dateMembers, dateMethods } from "./date-parts.ts";
import { expressionError, ExpressionFault } from "./expression-error.ts";

/** The value of a variable for a document. */
export type ReadValue = (doc: number) => number;

/** The number that a parameter is. Throws RequestError 400 for one that is none. */
export function parameterValue(source: string, name: string, params: JsonObject): number | undefined {
  const value = ownOf(params, name);
  if (value === undefined) return undefined;
  if (typeof value === "number" || typeof value === "bigint") return Number(value);
  const fault = new ExpressionFault(`Parameter [${name}] must be a numeric type`, 0);
  throw expressionError("link error", source, name, fault);
}

/** A variable that is no parameter. Throws RequestError 400 `script_exception` (link error). */
export function fieldValue(source: string, variable: string, columns: ScriptColumns): ReadValue {
  try {
    return readerOf(variable, columns);
  } catch (error) {
    if (error instanceof ExpressionFault || error instanceof RequestError)
      throw expressionError("link error", source, variable, error);
    throw error;
  }
}

interface Step {
  readonly kind: "index" | "member" | "method";
  readonly text: string;
}

const STEPS =
  /\['((?:\\'|\\\\|[^'\\])*)'\]|\["((?:\\"|\\\\|[^"\\])*)"\]|\[([0-9]+)\]|\.?([_$a-zA-Z][_$a-zA-Z0-9]*)(\(\))?/y;

function stepsOf(variable: string): Step[] {
  const steps: Step[] = [];
  STEPS.lastIndex = 0;
  for (let found = STEPS.exec(variable); found; found = STEPS.exec(variable)) {
    const [, single, double, number, name, call] = found;
    const index = single ?? double ?? number;
    if (index !== undefined) steps.push({ kind: "index", text: index.replaceAll(/\\(.)/g, "$1") });
    else steps.push({ kind: call === undefined ? "member" : "method", text: name ?? "" });
  }
  return steps;
}

function readerOf(variable: string, columns: ScriptColumns): ReadValue {
  const [root, field, first, second, more] = stepsOf(variable);
  if (root?.text !== "doc" || root.kind !== "member")
    throw new ExpressionFault(`Unknown variable [${root?.text ?? ""}]`, 0);
  if (field?.kind !== "index")
    throw new ExpressionFault("Variable 'doc' must be used with a specific field like: doc['myfield']", 3);
  if (first?.kind === "index")
    throw illegalArgument(
      "Only member variables or member methods may be accessed on a field when not accessing the field directly",
    );
  const isDate = second !== undefined && first?.kind === "member" && first.text === "date";
  if ((second && (!isDate || second.kind === "index")) || more)
    throw illegalArgument(
      `Variable [${variable}] does not follow an allowed format of either doc['field'] or doc['field'].method()`,
    );
  const path = field.text;
  const step = (isDate ? second : first) ?? { kind: "member" as const, text: "value" };
  const column = columns(path);
  if (!column) throw new ExpressionFault(`Field [${path}] does not exist in mappings`, 5);
  switch (column.form) {
    case "point":
      return pointReader(column, path, step);
    case "date":
    case "date_nanos":
      return dateReader(column, path, step, isDate);
    case "long":
    case "double":
    case "boolean":
      return memberOf(step, numberMembers(column)) ?? missingMember(step, `numeric field [${path}]`);
    default:
      throw new ExpressionFault(`Field [${path}] must be numeric, date, or geopoint`, 5);
  }
}

type Members = Readonly<Record<"member" | "method", Readonly<Record<string, ReadValue>>>>;

function memberOf({ kind, text }: Step, members: Members): ReadValue | undefined {
  return kind === "index" ? undefined : ownOf(members[kind], text);
}

function missingMember({ kind, text }: Step, of: string): never {
  const what = kind === "method" ? "Member method" : "Member variable";
  throw illegalArgument(`${what} [${text}] does not exist for ${of}.`);
}

function dateReader(column: ScriptColumn, path: string, step: Step, isDate: boolean): ReadValue {
  const { form } = column;
  const instant = (doc: number): number => {
    const value = Number(column.value(doc, 0));
    return form === "date_nanos" ? Math.floor(value / 1e6) : value;
  };
  const partOf = (part: (date: Date) => number): ReadValue => {
    // One object for all documents.
    const date = new Date(0);
    return (doc) => {
      if (column.count(doc) === 0) return 0;
      date.setTime(instant(doc));
      return part(date);
    };
  };
  if (isDate) {
    const name = step.kind === "method" ? memberOfMethod(step.text) : step.text;
    const part = dateMembers[name];
    return part ? partOf(part) : missingMember(step, `date object on field [${path}]`);
  }
  const part = step.kind === "method" ? dateMethods[step.text] : undefined;
  if (part) return partOf(part);
  return memberOf(step, numberMembers(column)) ?? missingMember(step, `date field [${path}]`);
}

/** `getYear` → `year`. */
function memberOfMethod(method: string): string {
  return method.startsWith("get") ? method.charAt(3).toLowerCase() + method.slice(4) : "";
}

function pointReader(column: ScriptColumn, path: string, step: Step): ReadValue {
  const coordinate =
    (name: keyof ScriptPoint): ReadValue =>
    (doc) =>
      column.count(doc) === 0 ? 0 : (column.value(doc, 0) as ScriptPoint)[name];
  const lat = coordinate("lat");
  const lon = coordinate("lon");
  const members: Members = {
    // Elasticsearch's says the opposite of its name, too.
    member: nameTable({ lat, lon, empty: (doc: number) => (column.count(doc) === 0 ? 0 : 1) }),
    method: nameTable({ getLat: lat, getLon: lon, isEmpty: (doc: number) => (column.count(doc) === 0 ? 0 : 1) }),
  };
  return memberOf(step, members) ?? missingMember(step, `geo field [${path}]`);
}

function numberMembers(column: ScriptColumn): Members {
  const { first } = column;
  const value: ReadValue = first
    ? (doc) => {
        const found = first(doc);
        return Number.isNaN(found) && column.count(doc) === 0 ? 0 : found;
      }
    : (doc) => (column.count(doc) === 0 ? 0 : Number(column.value(doc, 0)));
  const sum: ReadValue = (doc) => {
    let total = 0;
    for (let index = 0, count = column.count(doc); index < count; index++) total += Number(column.value(doc, index));
    return total;
  };
  const count: ReadValue = (doc) => column.count(doc);
  const empty: ReadValue = (doc) => (column.count(doc) === 0 ? 1 : 0);
  return {
    member: nameTable({ value, empty, length: count }),
    method: nameTable({
      getValue: value,
      isEmpty: empty,
      size: count,
      count,
      sum,
      avg: (doc: number) => (column.count(doc) === 0 ? 0 : sum(doc) / column.count(doc)),
      min: value,
      max: (doc: number) => (column.count(doc) === 0 ? 0 : Number(column.value(doc, column.count(doc) - 1))),
      median: (doc: number) => medianOf(column, doc),
    }),
  };
}

function medianOf(column: ScriptColumn, doc: number): number {
  const count = column.count(doc);
  if (count === 0) return 0;
  const upper = Number(column.value(doc, Math.floor(count / 2)));
  return count % 2 === 1 ? upper : (Number(column.value(doc, count / 2 - 1)) + upper) / 2;
}
