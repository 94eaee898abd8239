/** Which runtime fields a request asks for: those that its queries, sorts and aggregations look up in the mapping. */
import { RequestError } from "../../compat/errors.ts";
import { isJsonObject, type Json } from "../../core/json.ts";
import type { MappedField } from "../../mapping/field-type.ts";
import { type MappingView, viewOver } from "../../mapping/mapping-view.ts";
import { expressionOf } from "../../query/kind-query.ts";
import type { Query, SearcherView } from "../../query/query.ts";

/** Fields with values, by path. */
export type AskedFields = Map<string, MappedField>;

/** The mapping, which writes down what is looked up in it. */
export function askedMapping(mapping: MappingView, asked: AskedFields): MappingView {
  return viewOver(mapping, {
    field(path) {
      const field = mapping.field(path);
      if (field?.runtime?.values) asked.set(field.path, field);
      return field;
    },
  });
}

/** Has a query look up its fields; false: something is wrong with it, which is told when it is planned. */
export function askByQuery(query: Query | undefined, view: SearcherView): boolean {
  try {
    if (query) expressionOf(query, view);
    return true;
  } catch (error) {
    if (!(error instanceof RequestError)) throw error;
    return false;
  }
}

/** Looks up whatever might be the name of a field in a body: too many are asked for rather than too few. */
export function askByBody(body: Json | undefined, mapping: MappingView): void {
  if (typeof body === "string") mapping.field(body);
  else if (Array.isArray(body)) for (const item of body) askByBody(item, mapping);
  else if (isJsonObject(body)) for (const value of Object.values(body)) askByBody(value, mapping);
}
