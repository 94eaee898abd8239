/** What goes with a user. */
import { listAll } from "../records/list-all.ts";
import type { RecordChange, RecordStore } from "../records/record-store.ts";
import { deliveryModel, notificationModel } from "../records/notification-models.ts";

/** The notifications of a user, and what is on its way to them. */
export async function notificationRemovals(store: RecordStore, user: number): Promise<RecordChange[]> {
  const found = await Promise.all(
    [notificationModel.name, deliveryModel.name].map((model) => listAll(store, { model, filters: { user } })),
  );
  return found.flat().map(({ id, seqNo }) => ({ kind: "delete", id, ifSeqNo: seqNo }));
}
