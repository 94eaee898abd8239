/**
 * Registers as subjects of one stream: a value's revision is its sequence number, and a replacement names the one that
 * it replaces. Read from the leader of the stream; others may lag behind.
 */
import { RequestError } from "../../compat/errors.ts";
import { assert } from "../../core/assert.ts";
import { isDottedName } from "../dotted-name.ts";
import type { Registered, Registers } from "../registers/registers.ts";
import { stamped, unstamped } from "../registers/stamped-value.ts";
import type { NatsClient } from "./nats-client.ts";

/** Earlier values, from which a writer without an answer learns what became of its own. */
const KEPT = 16;
/** Notifications may be lost. */
const POLL_MS = 1000;
const ATTEMPTS = 3;
const PAUSE_MS = 250;

export class NatsRegisters implements Registers {
  readonly #client: NatsClient;
  readonly #stops = new Set<() => void>();

  private constructor(client: NatsClient) {
    this.#client = client;
  }

  static async open(client: NatsClient): Promise<NatsRegisters> {
    const registers = new NatsRegisters(client);
    await client.stream(registers.#stream, [`${client.prefix}.state.>`], {
      max_msgs_per_subject: KEPT,
      discard: "old",
    });
    return registers;
  }

  async read(name: string): Promise<Registered | undefined> {
    return registered(await this.#client.message(this.#stream, { last_by_subj: this.#subject(name) }));
  }

  async compareAndSet(name: string, expected: number, bytes: Uint8Array): Promise<number | undefined> {
    const subject = this.#subject(name);
    const written = stamped(bytes);
    const condition = {
      "Nats-Expected-Stream": this.#stream,
      "Nats-Expected-Last-Subject-Sequence": String(expected),
    };
    for (let attempt = 1; ; attempt++) {
      let revision: number | undefined;
      try {
        revision = await this.#client.publish(subject, written, condition);
        revision ??= await this.#outcome(subject, expected, written);
      } catch {
        // Without an answer nothing is known, and it is asked again.
      }
      if (revision !== undefined && revision > 0) this.#client.notify(this.#notifications(name));
      if (revision !== undefined) return revision > 0 ? revision : undefined;
      // Nothing has replaced the value yet: the same message is sent once more, of which one is taken at most.
      if (attempt === ATTEMPTS)
        throw new RequestError(503, "failed_to_commit_cluster_state_exception", `NATS does not answer for [${name}]`);
      await new Promise((go) => setTimeout(go, PAUSE_MS));
    }
  }

  watch(name: string, onChange: (value: Registered) => void): () => void {
    let last = 0;
    let isStopped = false;
    let queue: Promise<void> = Promise.resolve();
    let isDue = false;
    const look = (): void => {
      if (isDue) return;
      isDue = true;
      queue = queue.then(async () => {
        isDue = false;
        // A store that does not answer is asked again.
        const value = await this.read(name).catch(() => undefined);
        if (isStopped || !value || value.revision <= last) return;
        last = value.revision;
        onChange(value);
      });
    };
    const stopListening = this.#client.listen(this.#notifications(name), look);
    const timer = setInterval(look, POLL_MS);
    timer.unref();
    look();
    const stop = (): void => {
      isStopped = true;
      clearInterval(timer);
      stopListening();
      this.#stops.delete(stop);
    };
    this.#stops.add(stop);
    return stop;
  }

  async list(prefix: string): Promise<string[]> {
    const before = `${this.#client.prefix}.state.`;
    const names = (await this.#client.subjects(this.#stream, `${before}>`)).map((subject) =>
      subject.slice(before.length),
    );
    return names.filter((name) => name.startsWith(prefix)).sort();
  }

  async remove(names: readonly string[]): Promise<void> {
    for (const name of names) await this.#client.purge(this.#stream, { filter: this.#subject(name) });
  }

  async close(): Promise<void> {
    for (const stop of this.#stops) stop();
    await this.#client.close();
  }

  /** The revision of what was written; 0: another value has replaced the expected one; undefined: none has. */
  async #outcome(subject: string, expected: number, written: Uint8Array): Promise<number | undefined> {
    const newest = await this.#client.message(this.#stream, { last_by_subj: subject });
    if ((newest?.sequence ?? 0) < expected) return 0;
    const next = await this.#client.message(this.#stream, { seq: expected + 1, next_by_subj: subject });
    if (next === undefined) return undefined;
    return Buffer.compare(next.bytes, written) === 0 ? next.sequence : 0;
  }

  get #stream(): string {
    return `${this.#client.prefix}-state`;
  }

  #subject(name: string): string {
    assert(isDottedName(name), `[${name}] names no register`);
    return `${this.#client.prefix}.state.${name}`;
  }

  #notifications(name: string): string {
    return `${this.#client.prefix}.changed.${name}`;
  }
}

function registered(message: { sequence: number; bytes: Uint8Array } | undefined): Registered | undefined {
  return message && { revision: message.sequence, bytes: unstamped(message.bytes) };
}
