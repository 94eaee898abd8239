/** Removes events whose time is over. */
import type { BackgroundTask } from "./task.ts";

const HOUR_MS = 3_600_000;

/** `removeExpired` answers how many events it removed. */
export function eventRetention(trail: { removeExpired(signal?: AbortSignal): Promise<number> }): BackgroundTask {
  return {
    name: "event_retention",
    description: "Removes events that were kept for as long as the settings say.",
    everyMs: HOUR_MS,
    firstMs: 60_000,
    async run(signal) {
      const removed = await trail.removeExpired(signal);
      return { status: "SUCCESSFUL", messages: removed > 0 ? [`Expired ${removed} events.`] : [] };
    },
  };
}
