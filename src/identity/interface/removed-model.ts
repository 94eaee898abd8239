/** What went along with a record that was deleted: keys and bindings go with their owners, and each is told. */
import type { JsonObject } from "../../core/json.ts";
import type { StoredRecord } from "../records/record-store.ts";
import { stringOf } from "../records/stored-values.ts";

/** How clients know the models; what is not here (sessions, notifications) is not told of. */
const LABELS: Readonly<
  Record<string, { readonly app: string; readonly model: string; readonly name: (fields: JsonObject) => string }>
> = {
  token: { app: "authentik_core", model: "token", name: (fields) => stringOf(fields, "identifier") },
  policy_binding: {
    app: "authentik_policies",
    model: "policybinding",
    name: (fields) => `Binding to ${stringOf(fields, "target")}`,
  },
};

/** The four fields that name it; undefined for what is not told of. */
export function removedModel({ id, model, fields }: StoredRecord): JsonObject | undefined {
  const label = LABELS[model];
  if (!label) return undefined;
  return {
    app: label.app,
    model_name: label.model,
    pk: id.slice(id.indexOf(":") + 1).replaceAll("-", ""),
    name: label.name(fields),
  };
}
