/** Passes for events of a certain kind. What is asked without an event does not pass. */
import { stringOf } from "../records/stored-values.ts";
import type { PolicyKind } from "./policy-kind.ts";

/**
 * Fields: action, client_ip, app; an empty one is not looked at. All others must be those of the event, and one at
 * least must be given.
 */
export const eventMatcher: PolicyKind = {
  name: "event_matcher",

  judge(fields, { event }) {
    if (!event) return { passing: false, messages: [] };
    const given = [
      { wanted: stringOf(fields, "action"), found: event.action, message: "Action matched." },
      { wanted: stringOf(fields, "client_ip"), found: event.clientIp, message: "Client IP matched." },
      { wanted: stringOf(fields, "app"), found: event.app, message: "App matched." },
    ].filter(({ wanted }) => wanted !== "");
    const matched = given.filter(({ wanted, found }) => wanted === found);
    return {
      passing: given.length > 0 && matched.length === given.length,
      messages: matched.map(({ message }) => message),
    };
  },
};
