/** Ways of bringing a notification to somebody. */
import type { JsonObject } from "../../core/json.ts";
import type { SecretBox } from "../../security/secret-box.ts";
import type { StoredRecord } from "../records/record-store.ts";
import { stringOf } from "../records/stored-values.ts";
import { DeliveryError } from "./delivery-error.ts";
import type { Message } from "./message.ts";
import { sendEmail, type SmtpSettings } from "./smtp-sender.ts";
import { addressOf } from "./webhook-address.ts";
import { genericBody, slackBody } from "./webhook-body.ts";
import { callWebhook, type WebhookOptions } from "./webhook-request.ts";

/** What senders work with. */
export interface SenderSettings {
  /** Opens the addresses of webhooks. */
  readonly secretBox: SecretBox;
  readonly smtp: SmtpSettings | undefined;
  readonly webhooks: WebhookOptions;
  readonly productVersion: string;
}

/** One message on its way. */
export interface Sending {
  readonly transport: Pick<StoredRecord, "id" | "fields">;
  readonly message: Message;
  /** The same for every attempt. */
  readonly key: string;
  readonly signal?: AbortSignal | undefined;
}

/** A way. */
export interface TransportMode {
  readonly name: string;
  /** For people. */
  readonly verbose: string;
  readonly needsUrl: boolean;
  /** Whether it can reach somebody at all. */
  reaches(user: { readonly email: string }): boolean;
  /**
   * Answers what there is to say; throws DeliveryError. Undefined: what is stored has arrived, there is nothing to
   * send.
   */
  readonly send: ((sending: Sending, settings: SenderSettings) => Promise<string>) | undefined;
}

export const transportModes: readonly TransportMode[] = [
  { name: "local", verbose: "Wardex inbuilt notifications", needsUrl: false, reaches: () => true, send: undefined },
  {
    name: "webhook",
    verbose: "Generic Webhook",
    needsUrl: true,
    reaches: () => true,
    send: (sending, settings) => sendWebhook(sending, settings, genericBody(sending.message)),
  },
  {
    name: "webhook_slack",
    verbose: "Slack Webhook (Slack/Discord)",
    needsUrl: true,
    reaches: () => true,
    send: (sending, settings) => sendWebhook(sending, settings, slackBody(sending.message, settings.productVersion)),
  },
  {
    name: "email",
    verbose: "Email",
    needsUrl: false,
    reaches: (user) => user.email !== "",
    async send({ message, key, signal }, { smtp }) {
      await sendEmail(message, key, smtp, signal);
      return "The SMTP server took the message.";
    },
  },
];

/** The way of a stored transport. */
export function modeOf(transport: JsonObject): TransportMode {
  const mode = transportModes.find(({ name }) => name === stringOf(transport, "mode"));
  if (!mode) throw new DeliveryError(`There is no transport of mode ${stringOf(transport, "mode")}.`);
  return mode;
}

async function sendWebhook(
  { transport, key, signal }: Sending,
  { webhooks, secretBox }: SenderSettings,
  body: JsonObject,
): Promise<string> {
  const url = addressOf(transport, secretBox);
  if (url === undefined)
    throw new DeliveryError("The address cannot be read: the server's secret key is another one than when it was set.");
  const status = await callWebhook({ url, body: JSON.stringify(body), idempotencyKey: key, signal }, webhooks);
  return `The webhook answered with status ${status}.`;
}
