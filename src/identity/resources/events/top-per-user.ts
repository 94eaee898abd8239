/** Applications by how often they were used, and by how many users. */
import type { Endpoint } from "../../interface/endpoint.ts";
import { reference } from "../../interface/component.ts";
import { invalid, permissionDenied } from "../../interface/identity-errors.ts";
import { holds } from "../../directory/permissions.ts";
import { searchCaller } from "../../interface/search-caller.ts";
import { LIST_PARAMETERS } from "../../interface/resource-list.ts";
import { EVENT_FILTERS, eventCondition } from "./event-filters.ts";
import { VIEW_EVENT } from "./events.ts";

const DEFAULT_TOP = 15;
const MOST = 1000;

export const topPerUser: Endpoint = {
  path: "events/events/top_per_user/",
  title: "Event Top Per User",
  components: [
    {
      name: "EventTopPerUserSerialier",
      schema: {
        type: "object",
        required: ["application", "counted_events", "unique_users"],
        properties: {
          application: { type: "object", additionalProperties: true },
          counted_events: { type: "integer" },
          unique_users: { type: "integer" },
        },
      },
    },
  ],
  methods: {
    GET: {
      id: "events_events_top_per_user",
      summary: "Applications by number of events and of users",
      query: [
        ...EVENT_FILTERS.map((filter) =>
          filter.name === "action" ? { name: "action", schema: { type: "string", default: "login" } } : filter,
        ),
        { name: "filter_action", schema: { type: "string" }, description: "Older name of action." },
        { name: "top_n", schema: { type: "integer", minimum: 1, maximum: MOST, default: DEFAULT_TOP } },
        // Without pages `ordering`, `page` and `page_size` have no meaning; authentik declares them.
        ...LIST_PARAMETERS,
      ],
      answer: {
        status: 200,
        description: "Success.",
        schema: { type: "array", items: reference("EventTopPerUserSerialier") },
      },
      refusals: [400, 403],
      permission: VIEW_EVENT,
      cancellable: true,
      async handle(request) {
        if (!holds(request.principal, VIEW_EVENT)) throw permissionDenied();
        const { query } = request;
        const top = readTop(query["top_n"]);
        const action = query["action"] || query["filter_action"] || "login";
        const condition = { ...eventCondition(query), action };
        const uses = await request.eventStore.applicationUses(condition, top, searchCaller(request));
        return {
          status: 200,
          body: uses.map(({ application, events, users }) => ({
            application,
            counted_events: events,
            unique_users: users,
          })),
        };
      },
    },
  },
};

function readTop(text: string | undefined): number {
  if (text === undefined || text === "") return DEFAULT_TOP;
  if (!/^[+-]?\d{1,15}$/.test(text)) throw invalid({ top_n: ["A valid integer is required."] });
  const top = Number(text);
  if (top < 1) throw invalid({ top_n: ["Ensure this value is greater than or equal to 1."] });
  if (top > MOST) throw invalid({ top_n: [`Ensure this value is less than or equal to ${MOST}.`] });
  return top;
}
