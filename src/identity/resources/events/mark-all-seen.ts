/** Marks all notifications of the caller as seen. */
import type { Endpoint } from "../../interface/endpoint.ts";
import { notificationModel } from "../../records/notification-models.ts";
import { RecordConflict, type RecordChange } from "../../records/record-store.ts";

const AT_ONCE = 500;

export const markAllSeen: Endpoint = {
  path: "events/notifications/mark_all_seen/",
  title: "Notification Mark All Seen",
  methods: {
    POST: {
      id: "events_notifications_mark_all_seen",
      summary: "Mark all own notifications as seen",
      answer: { status: 204, description: "Done, no body." },
      refusals: [],
      async handle({ store, principal }) {
        for (;;) {
          const filters = { user: principal.userId, seen: false };
          const query = {
            model: notificationModel.name,
            filters,
            search: undefined,
            searchFields: [],
            ordering: [],
            from: 0,
            size: AT_ONCE,
          };
          const { records } = await store.list(query);
          if (records.length === 0) return { status: 204 };
          const changes = records.map(({ id, fields, seqNo }): RecordChange => ({
            kind: "replace",
            id,
            fields: { ...fields, seen: true },
            ifSeqNo: seqNo,
            claims: [],
          }));
          try {
            await store.change(changes);
          } catch (error) {
            // One of them was changed or deleted meanwhile: once more with what is there now.
            if (!(error instanceof RecordConflict)) throw error;
          }
        }
      },
    },
  },
};
