/** The actions that events may have. */
import type { Endpoint } from "../../interface/endpoint.ts";
import { reference } from "../../interface/component.ts";
import { actionTitle, CUSTOM_PREFIX, eventActions } from "../../events/event-actions.ts";

const texts = ["name", "description", "component", "model_name"];

export const actions: Endpoint = {
  path: "events/events/actions/",
  title: "Event Actions",
  components: [
    {
      name: "EventActionType",
      schema: {
        type: "object",
        required: texts,
        properties: Object.fromEntries(texts.map((name) => [name, { type: "string" }])),
      },
    },
  ],
  methods: {
    GET: {
      id: "events_events_actions",
      summary: "All event actions",
      answer: { status: 200, description: "Success.", schema: { type: "array", items: reference("EventActionType") } },
      refusals: [],
      handle() {
        const known = eventActions.map((action) => ({
          name: actionTitle(action),
          description: "",
          component: action,
          model_name: "",
        }));
        const custom = {
          name: "Custom Prefix",
          description: "Beginning of actions that are made up.",
          component: CUSTOM_PREFIX,
          model_name: "",
        };
        return Promise.resolve({ status: 200, body: [...known, custom] });
      },
    },
  },
};
