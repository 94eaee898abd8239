/** Deliveries that failed for good, as failed system tasks `notification_transport_<uuid>`. */
import type { Clock } from "../../core/clock.ts";
import { listAll } from "../records/list-all.ts";
import { RecordConflict, type RecordStore, type StoredRecord } from "../records/record-store.ts";
import { stringOf } from "../records/stored-values.ts";
import type { TaskReport, TaskSource } from "../tasks/task.ts";
import { deliveryId, queuedAgain } from "./delivery-record.ts";
import { deliveryModel, notificationTransportModel } from "../records/notification-models.ts";

const PREFIX = "notification_transport_";

/** Name of the task of a delivery. */
export function deadLetterName({ fields }: Pick<StoredRecord, "fields">): string {
  return `${PREFIX}${stringOf(fields, "pk")}`;
}

/** What dead letters are found and sent again by. */
export interface DeadLetterDependencies {
  readonly store: RecordStore;
  readonly clock: Clock;
  /** Told that something is due again. */
  readonly wake: () => void;
}

export function deadLetters({ store, clock, wake }: DeadLetterDependencies): TaskSource {
  const found = async (name: string): Promise<StoredRecord | undefined> => {
    const record = name.startsWith(PREFIX) ? await store.get(deliveryId(name.slice(PREFIX.length))) : undefined;
    return record?.fields["failed"] === true ? record : undefined;
  };
  return {
    async list() {
      return reports(store, await listAll(store, { model: deliveryModel.name, filters: { failed: true } }));
    },

    async find(name) {
      const record = await found(name);
      const [report] = record ? await reports(store, [record]) : [];
      return report;
    },

    async retry(name) {
      for (;;) {
        const record = await found(name);
        if (!record) return false;
        // On its way already.
        if (record.fields["state"] !== "dead") return true;
        try {
          await store.change([queuedAgain(record, clock.now())]);
          wake();
          return true;
        } catch (error) {
          if (!(error instanceof RecordConflict)) throw error;
        }
      }
    },
  };
}

async function reports(store: RecordStore, records: readonly StoredRecord[]): Promise<TaskReport[]> {
  const pks = [...new Set(records.map(({ fields }) => stringOf(fields, "transport")))];
  const transports = await store.getMany(pks.map((pk) => `${notificationTransportModel.name}:${pk}`));
  const names = new Map(pks.map((pk, at) => [pk, stringOf(transports[at]?.fields ?? {}, "name")]));
  return records.map((record) => ({
    name: deadLetterName(record),
    description: `Delivery of a notification by ${names.get(stringOf(record.fields, "transport")) || "a transport that is gone"}`,
    finishedMs: Date.parse(stringOf(record.fields, "finished")),
    status: "ERROR",
    messages: [stringOf(record.fields, "error")],
  }));
}
