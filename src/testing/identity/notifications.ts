/** For tests: records with users, a group, transports and rules, and what looks at events and delivers. */
import type { JsonObject } from "../../core/json.ts";
import { MemoryEventStore } from "../../identity/events/memory-event-store.ts";
import type { StoredEvent } from "../../identity/events/event-store.ts";
import type { IdentityEvent } from "../../identity/event-sink.ts";
import { listAll } from "../../identity/records/list-all.ts";
import { MemoryRecordStore } from "../../identity/records/memory-record-store.ts";
import { models } from "../../identity/records/models.ts";
import type { RecordChange, RecordStore, StoredRecord } from "../../identity/records/record-store.ts";
import { SecretBox } from "../../security/secret-box.ts";
import { randomSecretKey } from "../../security/secret-key.ts";
import { WatchedRecordStore } from "../../identity/records/watched-record-store.ts";
import { DeliveryWorker } from "../../identity/notifications/delivery-worker.ts";
import { RuleRunner } from "../../identity/notifications/rule-runner.ts";
import { sealedAddress } from "../../identity/notifications/webhook-address.ts";
import type { SenderSettings } from "../../identity/notifications/transport-modes.ts";

/** A uuid for tests, by a small number. */
export function uuid(number: number): string {
  return `00000000-0000-4000-8000-${String(number).padStart(12, "0")}`;
}

/** The id of an event of a time, by a number. */
export function eventId(ms: number, number: number): string {
  const time = ms.toString(16).padStart(12, "0");
  return `${time.slice(0, 8)}-${time.slice(8)}-7000-8000-${String(number).padStart(12, "0")}`;
}

export const GROUP = uuid(1000);

/** What outlives a restart. */
export class NotificationWorld {
  readonly store: WatchedRecordStore;
  readonly eventStore = new MemoryEventStore();
  /** What was told to the audit trail. */
  readonly told: IdentityEvent[] = [];
  readonly logged: string[] = [];
  readonly clock = {
    nowMs: Date.UTC(2026, 0, 1),
    now: (): number => this.clock.nowMs,
    monotonicMs: (): number => this.clock.nowMs,
  };
  settings: SenderSettings = {
    secretBox: new SecretBox(randomSecretKey()),
    smtp: undefined,
    webhooks: { allowPrivate: true, timeoutMs: 2000, userAgent: "wardex/test" },
    productVersion: "1.2.3",
  };
  #events = 0;

  constructor(store: RecordStore = new MemoryRecordStore(models)) {
    this.store = new WatchedRecordStore(store);
  }

  async create(model: string, fields: JsonObject, id = `${model}:${String(fields["pk"])}`): Promise<void> {
    const change: RecordChange = { kind: "create", id, model, fields, claims: [] };
    await this.store.change([change]);
  }

  async user(pk: number, more: JsonObject = {}): Promise<void> {
    await this.create("user", {
      pk,
      username: `user${pk}`,
      name: `User ${pk}`,
      email: `user${pk}@example.org`,
      groups: [GROUP],
      ...more,
    });
  }

  /** A transport; answers its pk. */
  async transport(number: number, mode: string, more: JsonObject = {}): Promise<string> {
    const { webhook_url: address = "", ...fields } = more;
    const pk = uuid(number);
    const sealed = sealedAddress(String(address), `notification_transport:${pk}`, this.settings.secretBox);
    await this.create("notification_transport", {
      pk,
      name: `transport ${number}`,
      mode,
      send_once: false,
      ...sealed,
      ...fields,
    });
    return pk;
  }

  /** A rule for the group, with a matcher of one action bound to it. */
  async rule(number: number, action: string, more: JsonObject = {}): Promise<void> {
    const rule = {
      pk: uuid(number),
      name: `rule ${number}`,
      transports: [],
      severity: "warning",
      group: GROUP,
      ...more,
    };
    await this.create("notification_rule", rule);
    await this.bind(rule.pk, number + 1, { action });
  }

  async bind(target: string, number: number, matcher: JsonObject): Promise<void> {
    const policy = {
      pk: uuid(number),
      name: `policy ${number}`,
      execution_logging: false,
      action: "",
      client_ip: "",
      app: "",
      ...matcher,
    };
    await this.create("event_matcher", policy, `policy:${policy.pk}`);
    const bound = {
      target,
      policy: policy.pk,
      group: null,
      user: null,
      negate: false,
      enabled: true,
      order: 0,
      timeout: 30,
    };
    await this.create("policy_binding", { pk: uuid(number), ...bound });
  }

  /** An event as the trail keeps it. */
  async event(action: string, more: Partial<StoredEvent> = {}): Promise<StoredEvent> {
    const event: StoredEvent = {
      pk: eventId(this.clock.nowMs, ++this.#events),
      action,
      app: "wardex.test",
      user: { pk: 77, username: "doer", email: "doer@example.org" },
      context: { message: `${action} happened` },
      client_ip: "10.0.0.1",
      created: new Date(this.clock.nowMs + this.#events).toISOString(),
      expires: new Date(this.clock.nowMs + 1e9).toISOString(),
      ...more,
    };
    await this.eventStore.append([event]);
    return event;
  }

  courier(): DeliveryWorker {
    const { store, clock, settings } = this;
    return new DeliveryWorker({
      store,
      clock,
      settings,
      events: { record: (event) => void this.told.push(event) },
      log: (_, text) => void this.logged.push(text),
    });
  }

  runner(wake: () => void = () => undefined): RuleRunner {
    const { store, clock, eventStore } = this;
    const events = { record: (event: IdentityEvent): void => void this.told.push(event) };
    return new RuleRunner({ store, clock, eventStore, events, wake, log: (_, text) => void this.logged.push(text) });
  }

  all(model: string): Promise<StoredRecord[]> {
    return listAll(this.store, { model, filters: {} });
  }
}
