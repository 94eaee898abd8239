/** What scripts read of each document and of their parameters by names that stand in them. */
import type { Expression } from "../syntax/syntax.ts";
import type { Code, Helper, Scope } from "./code-unit.ts";
import type { ContextVariable } from "./context-definition.ts";
import { booleanType, defType, intType } from "./types.ts";

type FirstValues = NonNullable<ContextVariable["firstValues"]>;

/** `doc['x'].value` and `doc.x.value`, which most scripts read once for each document. */
export function firstValue(object: Expression, at: number, scope: Scope): Code | undefined {
  const item = fixedItem(object, scope);
  const firstValues = item?.variable.firstValues;
  if (!item || !firstValues) return undefined;
  const { unit } = scope;
  const { place, type } = unit.typedRead("fields", item.name);
  return type
    ? { text: unit.call(at, typedRead(firstValues.typed, place), "c0"), type: defType, exact: type }
    : { text: unit.call(at, firstValues.value, columnText(item, firstValues, scope), "c0"), type: defType };
}

/** `doc['x'].size()` and the like, without the list of values; undefined: it is something else. */
export function countOfValues(object: Expression, name: string, at: number, scope: Scope): Code | undefined {
  if (name !== "size" && name !== "isEmpty" && name !== "empty") return undefined;
  const item = fixedItem(object, scope);
  const firstValues = item?.variable.firstValues;
  if (!item || !firstValues) return undefined;
  const text = scope.unit.call(at, firstValues.count, columnText(item, firstValues, scope), "c0");
  return name === "size"
    ? { text, type: defType, exact: intType }
    : { text: `((${text})===0)`, type: defType, exact: booleanType };
}

/** An item of a variable of the context by a name that stands in the script. */
interface FixedItem {
  readonly variable: ContextVariable;
  readonly name: string;
  readonly at: number;
}

function fixedItem(object: Expression, scope: Scope): FixedItem | undefined {
  if (object.kind !== "index" && object.kind !== "field") return undefined;
  const { object: holder, at } = object;
  if (holder.kind !== "name" || scope.find(holder.name) || !scope.frame.isMain) return undefined;
  const variable = scope.unit.context.variables.get(holder.name);
  const name = object.kind === "field" ? object.name : object.index.kind === "string" ? object.index.value : undefined;
  if (!variable || name === undefined || (object.kind === "field" && object.nullSafe)) return undefined;
  return { variable, name, at };
}

function columnText({ name, at }: FixedItem, { column }: FirstValues, { unit }: Scope): string {
  return unit.call(at, column, "c0", unit.constant(name));
}

/** What is read by `params.x` and `params['x']` where it is known to be a number; undefined: it is something else. */
export function typedParam(expression: Expression, scope: Scope): Code | undefined {
  const item = fixedItem(expression, scope);
  const typed = item?.variable.typedItem;
  if (!item || !typed) return undefined;
  const { place, type } = scope.unit.typedRead("params", item.name);
  if (!type) return undefined;
  return { text: scope.unit.call(item.at, typedRead(typed, place), "c0"), type: defType, exact: type };
}

const helpers = new WeakMap<(place: number) => Helper, Helper[]>();

/** The same helper for the same place. */
function typedRead(make: (place: number) => Helper, place: number): Helper {
  let made = helpers.get(make);
  if (!made) helpers.set(make, (made = []));
  return (made[place] ??= make(place));
}
