/** What the parts of identity work with. */
import type { Clock } from "../core/clock.ts";
import type { ScryptCost } from "../security/password-hash.ts";
import type { SecretBox } from "../security/secret-box.ts";
import type { ChangeSink } from "./event-sink.ts";
import type { EventTrail } from "./events/event-trail.ts";
import type { SenderSettings } from "./notifications/transport-modes.ts";
import type { RecordStore } from "./records/record-store.ts";
import type { BackgroundTasks } from "./tasks/background-tasks.ts";

/** What endpoints use, and the operations of `_security`; built once. */
export interface IdentityServices {
  readonly store: RecordStore;
  readonly secretBox: SecretBox;
  readonly clock: Clock;
  readonly events: ChangeSink;
  /** Ids of the threads that work. */
  workers(): readonly string[];
  /** What was told to `events`, for those who read it. */
  readonly eventStore: EventTrail;
  readonly tasks: BackgroundTasks;
  /** How notifications leave. */
  readonly senders: SenderSettings;
  /** Version of the product. */
  readonly productVersion: string;
  /** Cost of the hashes of new passwords; the usual one when absent. */
  readonly passwordCost?: ScryptCost | undefined;
}
