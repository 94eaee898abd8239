/** The background task that keeps notifications going: repeats that are due, events that were missed. */
import type { MonotonicClock } from "../../core/clock.ts";
import type { BackgroundTask } from "../tasks/task.ts";
import type { DeliveryWorker } from "./delivery-worker.ts";
import type { RuleRunner } from "./rule-runner.ts";

const EVERY_MS = 5000;
const PLACE_EVERY_MS = 60_000;

export function notificationTransportTask(
  courier: DeliveryWorker,
  runner: RuleRunner,
  clock: MonotonicClock,
): BackgroundTask {
  let keptMs = clock.monotonicMs();
  return {
    name: "notification_transport",
    description: "Delivers notifications, and repeats what did not arrive.",
    everyMs: EVERY_MS,
    firstMs: 0,
    async run() {
      if (courier.isDue()) courier.wake();
      runner.goOn();
      if (clock.monotonicMs() - keptMs >= PLACE_EVERY_MS) {
        await runner.keepPlace();
        keptMs = clock.monotonicMs();
      }
      const unreached = runner.takeUnreached();
      const messages = [
        ...(courier.waiting > 0 ? [`${courier.waiting} deliveries wait for another attempt.`] : []),
        ...(unreached > 0
          ? [`${unreached} notifications were not sent by e-mail: their receivers have no address.`]
          : []),
      ];
      return { status: messages.length > 0 ? "WARNING" : "SUCCESSFUL", messages };
    },
  };
}
