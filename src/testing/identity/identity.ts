/** For tests: open identity over a store, and calls to it. */
import type { Clock, MonotonicClock } from "../../core/clock.ts";
import type { Json, JsonObject } from "../../core/json.ts";
import { Scheduler } from "../../tasks/scheduler.ts";
import { TaskManager } from "../../tasks/task-manager.ts";
import type { RawRequest } from "../../http/exchange.ts";
import type { Pipeline } from "../../http/pipeline.ts";
import { pipelineOf } from "../http/pipeline.ts";
import { SecretBox } from "../../security/secret-box.ts";
import { randomSecretKey } from "../../security/secret-key.ts";
import type { IdentityEvent } from "../../identity/event-sink.ts";
import type { EventStore } from "../../identity/events/event-store.ts";
import { EventTrail } from "../../identity/events/event-trail.ts";
import { MemoryEventStore } from "../../identity/events/memory-event-store.ts";
import { MemoryRecordStore } from "../../identity/records/memory-record-store.ts";
import { models } from "../../identity/records/models.ts";
import { type Identity, openIdentity } from "../../identity/open-identity.ts";
import { stringOf } from "../../identity/records/stored-values.ts";
import type { RecordStore } from "../../identity/records/record-store.ts";

/** An answer. */
export interface TestAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | string[]>>;
  readonly text: string;
  /** Parsed; null for no body. */
  readonly body: Json;
  /** The body as an object. */
  readonly object: JsonObject;
}

/** What a call brings beside method and path. */
export interface TestCall {
  /** Header `Authorization`; the administrator's when absent, none when null. */
  readonly as?: string | null;
  readonly body?: Json;
  readonly text?: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** What answers; the pipeline around the identity when absent. */
  readonly through?: Pipeline;
  /** Address of the client. */
  readonly from?: string;
  /** Whether the client goes away as soon as it has asked. */
  readonly leaves?: boolean;
  /** Over TLS. */
  readonly secure?: boolean;
}

export class TestIdentity {
  readonly identity: Identity;
  /** Of what identity does by itself; nothing runs by the clock unless it is told to tick. */
  readonly scheduler: Scheduler;
  readonly pipeline: Pipeline;
  /** As they were told. */
  readonly events: IdentityEvent[];
  /** As they are kept. */
  readonly trail: EventTrail;
  readonly logged: string[];
  readonly clock: { nowMs: number } & Clock & MonotonicClock;
  readonly admin: string;

  private constructor(
    identity: Identity,
    parts: {
      scheduler: Scheduler;
      events: IdentityEvent[];
      trail: EventTrail;
      logged: string[];
      clock: { nowMs: number } & Clock & MonotonicClock;
    },
  ) {
    this.identity = identity;
    this.scheduler = parts.scheduler;
    this.pipeline = pipelineOf(identity.dialect, { trail: parts.trail });
    this.events = parts.events;
    this.trail = parts.trail;
    this.logged = parts.logged;
    this.clock = parts.clock;
    this.admin = `Bearer ${identity.made?.token ?? ADMIN_TOKEN}`;
  }

  /** `password` and `token` of the first administrator are made when absent. */
  static async open(
    store: () => Promise<RecordStore> = () => Promise.resolve(new MemoryRecordStore(models)),
    key = randomSecretKey(),
    eventStore: EventStore = new MemoryEventStore(),
  ): Promise<TestIdentity> {
    const events: IdentityEvent[] = [];
    const logged: string[] = [];
    const clock = {
      nowMs: Date.UTC(2026, 0, 1),
      now: (): number => clock.nowMs,
      monotonicMs: (): number => clock.nowMs,
    };
    const log = (level: string, message: string): void => void logged.push(`${level} ${message}`);
    const trail = new EventTrail({ store: eventStore, clock, retentionDays: 365, log });
    const scheduler = new Scheduler({ tasks: new TaskManager("node", clock), clock, log });
    const identity = await openIdentity({
      openStore: store,
      secretBox: new SecretBox(key),
      administrator: { username: "admin", password: undefined, token: ADMIN_TOKEN },
      passwordsOnIdentity: true,
      passwordCost: CHEAP_PASSWORDS,
      productVersion: "0.0.0-test",
      clock,
      scheduler,
      events: {
        record(event) {
          events.push(event);
          trail.record(event);
        },
        async recordWith(told, change) {
          await trail.recordWith(told, change);
          events.push(...told);
        },
      },
      eventStore: trail,
      notifications: { smtp: undefined, webhookAllowPrivate: false },
      workers: () => ["node.main", "node.search-1", "node.search-2"],
      log,
    });
    return new TestIdentity(identity, { scheduler, events, trail, logged, clock });
  }

  async call(method: string, path: string, call: TestCall = {}): Promise<TestAnswer> {
    const as = call.as === undefined ? this.admin : call.as;
    const text = call.text ?? (call.body === undefined ? undefined : JSON.stringify(call.body));
    const raw: RawRequest = {
      head: {
        method,
        url: path.startsWith("/") ? path : `/api/v2beta/${path}`,
        headers: {
          host: "id.example:9200",
          ...(as === null ? {} : { authorization: as }),
          ...(text === undefined ? {} : { "content-type": "application/json" }),
          ...call.headers,
        },
      },
      clientAddress: call.from ?? "10.0.0.1",
      secure: call.secure === true,
      reachedAt: "http://192.0.2.1:9200",
      body: text === undefined ? undefined : Buffer.from(text),
      onGone: (listener) => void (call.leaves === true && listener()),
    };
    const answer = await (call.through ?? this.pipeline).answer(raw);
    const answered = Buffer.from(answer.body).toString();
    const json = String(answer.headers["Content-Type"] ?? "").startsWith("application/json");
    const body: Json = json && answered !== "" ? JSON.parse(answered) : null;
    return {
      status: answer.status,
      headers: answer.headers,
      text: answered,
      body,
      object: typeof body === "object" && body !== null && !Array.isArray(body) ? body : {},
    };
  }

  /** Makes a user; answers its number. */
  async user(username: string, more: JsonObject = {}): Promise<number> {
    const made = await this.call("POST", "core/users/", { body: { username, name: username, ...more } });
    if (made.status !== 201) throw new Error(made.text);
    return Number(made.object["pk"]);
  }

  /** Makes a token; answers the `Authorization` header of its key. */
  async token(user: number, identifier = `of-${user}`, more: JsonObject = {}): Promise<string> {
    const made = await this.call("POST", "core/tokens/", { body: { identifier, user, expiring: false, ...more } });
    if (made.status !== 201) throw new Error(made.text);
    const shown = await this.call("GET", `core/tokens/${identifier}/view_key/`);
    return `Bearer ${stringOf(shown.object, "key")}`;
  }
}

/** Hashes that take no time. */
export const CHEAP_PASSWORDS = { logN: 4, blockSize: 1, parallelism: 1 };
const ADMIN_TOKEN = "administrators-token-of-tests";
