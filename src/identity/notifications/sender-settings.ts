/** How notifications leave the server, as its settings say. */
import type { SecretBox } from "../../security/secret-box.ts";
import type { SmtpSettings } from "./smtp-sender.ts";
import type { SenderSettings } from "./transport-modes.ts";

/** What can be set. */
export interface NotificationSettings {
  /** Undefined: no e-mail can be sent. */
  readonly smtp: SmtpSettings | undefined;
  /** Whether webhooks may go to private addresses. */
  readonly webhookAllowPrivate: boolean;
}

const WEBHOOK_TIMEOUT_MS = 10_000;

export function senderSettings(
  settings: NotificationSettings,
  productVersion: string,
  secretBox: SecretBox,
): SenderSettings {
  return {
    secretBox,
    smtp: settings.smtp,
    webhooks: {
      allowPrivate: settings.webhookAllowPrivate,
      timeoutMs: WEBHOOK_TIMEOUT_MS,
      userAgent: `Wardex/${productVersion}`,
    },
    productVersion,
  };
}
