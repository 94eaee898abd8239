/** What of a query string events are chosen by. */
import { ownOf } from "../../../core/names.ts";
import type { QueryParameter } from "../../interface/endpoint.ts";
import type { EventCondition } from "../../events/event-store.ts";

export const EVENT_FILTERS: readonly QueryParameter[] = [
  { name: "action", schema: { type: "string" }, description: "Part of the action, in whatever case." },
  { name: "client_ip", schema: { type: "string" } },
  { name: "username", schema: { type: "string" }, description: "Name of the user who did it." },
  {
    name: "context_model_pk",
    schema: { type: "string" },
    description: "Key of the object that it was done to; dashes do not count.",
  },
  { name: "context_model_name", schema: { type: "string" } },
  { name: "context_model_app", schema: { type: "string" } },
  {
    name: "context_authorized_app",
    schema: { type: "string" },
    description: "Key of the application that was authorised; dashes do not count.",
  },
];

/** The filters and the search of a query string but `action`; those without a value say nothing. */
export function eventCondition(query: Readonly<Record<string, string>>): EventCondition {
  const given = (name: string): string | undefined => ownOf(query, name) || undefined;
  const modelPk = given("context_model_pk");
  return {
    clientIp: given("client_ip"),
    username: given("username"),
    // UUIDs are kept without dashes; names, which are keys too, with theirs.
    modelPk: modelPk === undefined ? undefined : [modelPk, modelPk.replaceAll("-", "")],
    modelName: given("context_model_name"),
    modelApp: given("context_model_app"),
    authorizedApplication: given("context_authorized_app")?.replaceAll("-", ""),
    search: query["search"],
  };
}
