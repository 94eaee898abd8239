/** The audit trail, to be read. Events are made by what happens, and never changed. */
import type { JsonObject } from "../../../core/json.ts";
import { objectSchema, pageComponent, reference } from "../../interface/component.ts";
import type { Component, Endpoint, IdentityRequest, IdentityResponse } from "../../interface/endpoint.ts";
import type { EventQuery, StoredEvent } from "../../events/event-store.ts";
import { type Field, parseUuid } from "../../interface/fields.ts";
import { notFound } from "../../interface/identity-errors.ts";
import { assertKnownParameters } from "../../interface/known-parameters.ts";
import { envelope, pageNumber, readPage } from "../../interface/paging.ts";
import { holds } from "../../directory/permissions.ts";
import { searchCaller } from "../../interface/search-caller.ts";
import { LIST_PARAMETERS } from "../../interface/resource-list.ts";
import { readOnly } from "../core/read-only.ts";
import { EVENT_FILTERS, eventCondition } from "./event-filters.ts";

/** Permission to see events. */
export const VIEW_EVENT = "view_event";

const fields: readonly Field[] = [
  readOnly("pk", { type: "string", format: "uuid" }),
  readOnly("user", {
    type: "object",
    additionalProperties: true,
    description: "pk, username and email; empty for events of the server itself.",
  }),
  readOnly("action", { type: "string", description: "One of the listed actions, or custom_ followed by a suffix." }),
  readOnly("app", { type: "string", description: "Part of the server that told it." }),
  readOnly("context", {
    type: "object",
    additionalProperties: true,
    description: "What it was about, without secrets.",
  }),
  readOnly("client_ip", { type: "string", nullable: true }),
  readOnly("created", { type: "string", format: "date-time" }),
  readOnly("expires", { type: "string", format: "date-time" }),
];

const eventComponent: Component = { name: "Event", schema: objectSchema(fields) };

export const events: readonly Endpoint[] = [
  {
    path: "events/events/",
    title: "Event List",
    components: [eventComponent, pageComponent("Event")],
    methods: {
      GET: {
        id: "events_events_list",
        summary: "List Event objects",
        query: [...EVENT_FILTERS, ...LIST_PARAMETERS],
        answer: { status: 200, description: "Success.", schema: reference("PaginatedEventList") },
        refusals: [400, 404],
        permission: VIEW_EVENT,
        cancellable: true,
        handle: list,
      },
    },
  },
  {
    path: "events/events/{event_uuid}/",
    title: "Event Instance",
    parameters: { event_uuid: { type: "string", format: "uuid" } },
    methods: {
      GET: {
        id: "events_events_read",
        summary: "Read an Event",
        answer: { status: 200, description: "Success.", schema: reference("Event") },
        refusals: [404],
        permission: VIEW_EVENT,
        async handle(request, { event_uuid = "" }) {
          const pk = parseUuid(event_uuid);
          const event =
            pk === undefined || !holds(request.principal, VIEW_EVENT) ? undefined : await request.eventStore.get(pk);
          if (!event) throw notFound();
          return { status: 200, body: shownEvent(event) };
        },
      },
    },
  },
];

async function list(request: IdentityRequest): Promise<IdentityResponse> {
  const { query, address, eventStore } = request;
  assertKnownParameters(query, [...EVENT_FILTERS, ...LIST_PARAMETERS]);
  const asked = readPage(query);
  const wanted: Omit<EventQuery, "from" | "size"> = {
    ...eventCondition(query),
    actionPart: query["action"] || undefined,
    ordering: (query["ordering"] || "-created").split(",").map((name) => name.trim()),
  };
  const at = async (page: number, size = asked.size): ReturnType<typeof eventStore.list> =>
    eventStore.list({ ...wanted, from: (page - 1) * asked.size, size }, searchCaller(request));
  let found = { count: 0, events: [] as readonly StoredEvent[] };
  if (holds(request.principal, VIEW_EVENT)) found = asked.page === "last" ? await at(1, 0) : await at(asked.page);
  const number = pageNumber(asked, found.count);
  if (asked.page === "last" && found.count > 0) found = await at(number);
  return {
    status: 200,
    body: envelope(
      { number, size: asked.size, count: found.count, results: found.events.map(shownEvent) },
      address,
      query,
    ),
  };
}

/** An event as the interface shows it. */
export function shownEvent(event: StoredEvent): JsonObject {
  return { ...event };
}
