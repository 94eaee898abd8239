/** The bodies of the two kinds of webhooks. Names of fields are those that receivers of authentik know. */
import type { JsonObject } from "../../core/json.ts";
import type { Message } from "./message.ts";

/** The generic form. Without an event, or with one of the server itself, nobody stands in `event_user_…`. */
export function genericBody({ body, severity, user, event }: Message): JsonObject {
  return {
    body,
    severity,
    user_email: user.email,
    user_username: user.username,
    event_user_email: event?.user?.email ?? null,
    event_user_username: event?.user?.username ?? null,
  };
}

// Limits of Slack and Discord for the fields of an attachment.
const LONGEST_TITLE = 256;
const LONGEST_VALUE = 1024;
const MOST_FIELDS = 25;
const COLOR = "#fd4b2d";

/** The form of Slack's incoming webhooks, which Discord takes at an address that ends in `/slack`. */
export function slackBody({ body, severity, user, event }: Message, version: string): JsonObject {
  const fields: JsonObject[] = [
    { title: "Severity", value: severity, short: true },
    { title: "Dispatched for user", value: user.username, short: true },
  ];
  for (const [title, value] of Object.entries(event?.context ?? {})) {
    if (typeof value === "string")
      fields.push({ title: title.slice(0, LONGEST_TITLE), value: value.slice(0, LONGEST_VALUE) });
  }
  return {
    username: "authentik",
    attachments: [
      {
        author_name: "Wardex",
        title: event ? event.action : body,
        ...(event ? { text: event.action } : {}),
        color: COLOR,
        fields: fields.slice(0, MOST_FIELDS),
        footer: `Wardex v${version}`,
      },
    ],
  };
}
