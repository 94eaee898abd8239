/** Tells of certificates that end soon, or have ended: once for each mark that they pass. */
import type { Clock } from "../../core/clock.ts";
import { expiringCertificates } from "../certificates/expiring.ts";
import type { EventSink } from "../event-sink.ts";
import type { RecordStore, StoredRecord } from "../records/record-store.ts";
import { stringOf } from "../records/stored-values.ts";
import type { BackgroundTask } from "./task.ts";

const DAY_MS = 86_400_000;
/** Days before the end. */
const MARKS: readonly number[] = [30, 14, 7, 3, 1, 0];

/** What the watch works with. */
export interface CertificateWatchDependencies {
  readonly store: RecordStore;
  readonly events: EventSink;
  readonly clock: Clock;
}

export function certificateExpiryWatch({ store, events, clock }: CertificateWatchDependencies): BackgroundTask {
  return {
    name: "certificate_expiry_watch",
    description: "Watches for certificates that end soon.",
    everyMs: DAY_MS,
    firstMs: 60_000,
    async run(_signal, lastMs = 0) {
      const nowMs = clock.now();
      // One that is at the first mark right now has passed it.
      const ending = await expiringCertificates(store, nowMs + (MARKS[0] ?? 0) * DAY_MS + 1);
      for (const record of ending) {
        const endMs = endOf(record);
        const passed = MARKS.some((days) => lastMs < endMs - days * DAY_MS && endMs - days * DAY_MS <= nowMs);
        if (passed) events.record({ ...told(record, nowMs), createdMs: nowMs });
      }
      return {
        status: ending.length > 0 ? "WARNING" : "SUCCESSFUL",
        messages: ending.map((record) => words(record, nowMs)),
      };
    },
  };
}

function told(record: StoredRecord, nowMs: number): Omit<Parameters<EventSink["record"]>[0], "createdMs"> {
  const model = {
    app: "authentik_crypto",
    model_name: "certificatekeypair",
    pk: stringOf(record.fields, "pk").replaceAll("-", ""),
    name: stringOf(record.fields, "name"),
  };
  return {
    action: "configuration_warning",
    app: "wardex.identity.certificates",
    user: undefined,
    context: { message: words(record, nowMs), model },
    clientIp: undefined,
  };
}

function words(record: StoredRecord, nowMs: number): string {
  const end = stringOf(record.fields, "cert_expiry");
  return `Certificate ${stringOf(record.fields, "name")} ${endOf(record) <= nowMs ? "ended" : "ends"} at ${end}.`;
}

function endOf({ fields }: StoredRecord): number {
  return Date.parse(stringOf(fields, "cert_expiry"));
}
