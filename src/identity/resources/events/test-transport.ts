/** Sends a sample notification to the caller. */
import { randomUUID } from "node:crypto";
import { objectSchema, reference } from "../../interface/component.ts";
import type { Component, Endpoint, IdentityRequest } from "../../interface/endpoint.ts";
import { type Field, listOf, text } from "../../interface/fields.ts";
import { detail, permissionDenied } from "../../interface/identity-errors.ts";
import { DeliveryError } from "../../notifications/delivery-error.ts";
import type { Message } from "../../notifications/message.ts";
import { notificationChange } from "../../notifications/new-notifications.ts";
import { modeOf } from "../../notifications/transport-modes.ts";
import { seen } from "../../interface/resource-records.ts";
import type { StoredRecord } from "../../records/record-store.ts";
import { stringOf } from "../../records/stored-values.ts";
import { transports } from "./transports.ts";

const fields: readonly Field[] = [{ name: "messages", kind: listOf(text()), required: true }];
const answer: Component = { name: "NotificationTransportTest", schema: objectSchema(fields) };

export const testTransport: Endpoint = {
  path: "events/transports/{uuid}/test/",
  title: "Notification Transport Test",
  parameters: { uuid: transports.keySchema },
  components: [answer],
  methods: {
    POST: {
      id: "events_transports_test",
      summary: "Send a sample notification to the caller",
      answer: { status: 200, description: "Success.", schema: reference(answer.name) },
      refusals: [403, 404, 500],
      permission: "change_notificationtransport",
      async handle(request, { uuid = "" }) {
        const transport = await seen(transports, request, uuid);
        if (!(await transports.permissions.mayWith(request, "change", transport))) throw permissionDenied();
        try {
          return { status: 200, body: { messages: [await tried(request, transport)] } };
        } catch (error) {
          if (!(error instanceof DeliveryError)) throw error;
          throw detail(500, error.message);
        }
      },
    },
  },
};

async function tried({ store, clock, principal, senders }: IdentityRequest, transport: StoredRecord): Promise<string> {
  const message: Message = {
    severity: "notice",
    body: `Test Notification from transport ${stringOf(transport.fields, "name")}`,
    user: { pk: principal.userId, username: principal.username, email: principal.email },
    event: undefined,
  };
  const { send } = modeOf(transport.fields);
  const key = randomUUID();
  if (send) return send({ transport, message, key }, senders);
  await store.change([notificationChange({ pk: key, message, event: undefined, rule: undefined, nowMs: clock.now() })]);
  return "The notification is stored.";
}
