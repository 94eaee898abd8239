/** What identity does by itself, put together: background tasks, rules of notifications, deliveries. */
import type { Clock, MonotonicClock } from "../../core/clock.ts";
import type { Scheduler } from "../../tasks/scheduler.ts";
import type { SecretBox } from "../../security/secret-box.ts";
import type { EventSink } from "../event-sink.ts";
import type { EventTrail } from "../events/event-trail.ts";
import { certificateExpiryWatch } from "../tasks/certificate-expiry-watch.ts";
import { cleanExpiredModels } from "../tasks/clean-expired-models.ts";
import { eventRetention } from "../tasks/event-retention.ts";
import { BackgroundTasks } from "../tasks/background-tasks.ts";
import type { RuleRecordStore } from "./batch-reads.ts";
import { DeliveryWorker } from "./delivery-worker.ts";
import { deadLetters } from "./dead-letters.ts";
import { makeNotificationDefaults } from "./notification-defaults.ts";
import { notificationTransportTask } from "./notification-transport-task.ts";
import { RuleRunner } from "./rule-runner.ts";
import type { SenderSettings } from "./transport-modes.ts";

/** What it works with. */
export interface BackgroundDependencies {
  readonly store: RuleRecordStore;
  readonly scheduler: Scheduler;
  readonly secretBox: SecretBox;
  readonly events: EventSink;
  /** What was told to `events`. */
  readonly eventStore: EventTrail;
  readonly clock: Clock & MonotonicClock;
  readonly senders: SenderSettings;
  readonly log: (level: "error" | "warn", message: string) => void;
}

/** See the file comment. */
export class Background {
  readonly tasks: BackgroundTasks;
  readonly #courier: DeliveryWorker;
  readonly #runner: RuleRunner;
  readonly #stopListening: () => void;

  private constructor(tasks: BackgroundTasks, courier: DeliveryWorker, runner: RuleRunner, stopListening: () => void) {
    this.tasks = tasks;
    this.#courier = courier;
    this.#runner = runner;
    this.#stopListening = stopListening;
  }

  /** Nothing runs by the clock before the scheduler starts; rules look at events from now on. */
  static async open(parts: BackgroundDependencies): Promise<Background> {
    const { store, scheduler, secretBox, events, eventStore, clock, senders, log } = parts;
    const tasks = new BackgroundTasks({ scheduler, store, events, clock, log });
    const courier = new DeliveryWorker({ store, events, clock, settings: senders, log });
    const wake = (): void => courier.wake();
    const runner = new RuleRunner({ store, events, eventStore, clock, wake, log });
    await makeNotificationDefaults(store, senders.smtp !== undefined);
    await tasks.add([
      cleanExpiredModels(store, { clock, secretBox, events }),
      eventRetention(eventStore),
      certificateExpiryWatch({ store, events, clock }),
      notificationTransportTask(courier, runner, clock),
    ]);
    tasks.addSource(deadLetters({ store, clock, wake }));
    const stopListening = eventStore.onEvent((event) => runner.onEvent(event));
    await runner.open();
    return new Background(tasks, courier, runner, stopListening);
  }

  /**
   * Resolves when no event waits for the rules and nothing is being delivered. What waits for a repeat does not count.
   */
  async idle(): Promise<void> {
    await this.#runner.idle();
    await this.#courier.idle();
  }

  /** Begins nothing more, and gives up deliveries that are under way; they go out after the next start. */
  async close(): Promise<void> {
    this.#stopListening();
    await this.tasks.close();
    await this.#courier.close();
    await this.#runner.close();
  }
}
