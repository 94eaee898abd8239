/** The transforms of the node: those that are started go on by themselves, and after a restart where they were. */
import { RequestError } from "../../../compat/errors.ts";
import { isJsonObject, type JsonObject } from "../../../core/json.ts";
import { ownOf } from "../../../core/names.ts";
import { after } from "../../../core/timers.ts";
import type { Task } from "../../../tasks/task.ts";
import type { Services } from "../../operation.ts";
import { principalOf } from "../kept-principal.ts";
import { runCheckpoint } from "./checkpoint-run.ts";
import { readTransform, type TransformConfig } from "./transform-config.ts";
import { deleteRecord, newRecord, readRecord, type TransformRecord, writeRecord } from "./transform-record.ts";

/** The kind of `ClusterState.customs` under which transforms are kept. */
export const TRANSFORMS = "transforms";

/** A transform as it is kept. */
export interface KeptTransform {
  readonly id: string;
  readonly definition: JsonObject;
  readonly principal: JsonObject;
  readonly createdMs: number;
}

/** One that is started. */
interface Active {
  readonly id: string;
  readonly record: TransformRecord;
  readonly task: Task;
  /** A checkpoint is being made just now. */
  isIndexing: boolean;
  isStopping: boolean;
  /** Ends behind the checkpoint that is being made. */
  endsWithCheckpoint: boolean;
  /** The server stops: the record stays as it is. */
  isClosing: boolean;
  /** A checkpoint was asked for while one was being made. */
  isHurried: boolean;
  wake: () => void;
  over: Promise<void>;
}

/** What is to be seen of a transform. */
export interface TransformView {
  readonly record: TransformRecord;
  readonly state: string;
}

/** Waits between two attempts at most. */
const MOST_PAUSE_MS = 60_000;

export class Transforms {
  readonly #services: () => Services;
  readonly #log: (level: "error", message: string) => void;
  readonly #active = new Map<string, Active>();

  constructor(services: () => Services, log: (level: "error", message: string) => void) {
    this.#services = services;
    this.#log = log;
  }

  kept(id: string): KeptTransform | undefined {
    const kept = ownOf(ownOf(this.#services().cluster.state.customs, TRANSFORMS), id);
    if (!kept) return undefined;
    const { definition, principal, created_ms: createdMs } = kept;
    if (!isJsonObject(definition) || !isJsonObject(principal)) return undefined;
    return { id, definition, principal, createdMs: Number(createdMs) };
  }

  get ids(): string[] {
    return Object.keys(ownOf(this.#services().cluster.state.customs, TRANSFORMS) ?? {}).sort();
  }

  isStarted(id: string): boolean {
    return this.#active.has(id);
  }

  /** Goes on with those that were started when the server stopped. */
  async open(): Promise<void> {
    for (const id of this.ids) {
      const record = await readRecord(this.#services(), id);
      if (record?.state === "started") this.#begin(id, record);
    }
  }

  async view(id: string): Promise<TransformView> {
    const active = this.#active.get(id);
    const record = active?.record ?? (await readRecord(this.#services(), id)) ?? newRecord();
    if (!active) return { record, state: record.state === "started" ? "stopped" : record.state };
    return { record, state: active.isStopping ? "stopping" : active.isIndexing ? "indexing" : "started" };
  }

  async start(id: string, fromMs: number | undefined): Promise<void> {
    const record = (await readRecord(this.#services(), id)) ?? newRecord();
    // Nothing of it was read yet: it begins where it is told to.
    if (fromMs !== undefined && record.checkpoint === 0) Object.assign(record, { checkpoint: 1, upperMs: fromMs });
    record.state = "started";
    record.reason = undefined;
    await writeRecord(this.#services(), id, record);
    if (!this.#active.has(id)) this.#begin(id, record);
  }

  /** Resolves when it has ended, or the time is over; false then. */
  async stop(
    id: string,
    {
      waits,
      atCheckpoint,
      timeoutMs,
    }: { readonly waits: boolean; readonly atCheckpoint: boolean; readonly timeoutMs: number },
  ): Promise<boolean> {
    const active = this.#active.get(id);
    if (!active) {
      const record = await readRecord(this.#services(), id);
      if (record && record.state !== "stopped")
        await writeRecord(this.#services(), id, { ...record, state: "stopped", reason: undefined });
      return true;
    }
    if (atCheckpoint && active.isIndexing) active.endsWithCheckpoint = true;
    else active.isStopping = true;
    active.wake();
    if (!waits) return true;
    return Promise.race([active.over.then(() => true), later(timeoutMs).then(() => false)]);
  }

  /** Makes a checkpoint at once; false: it is not started. */
  hurry(id: string): boolean {
    const active = this.#active.get(id);
    if (!active) return false;
    active.isHurried = true;
    active.wake();
    return true;
  }

  /** Forgets how far a transform came that is not started. */
  async forget(id: string): Promise<void> {
    await deleteRecord(this.#services(), id);
  }

  /** Ends all, behind the page that each is at; they go on with the next start. */
  async close(): Promise<void> {
    const all = [...this.#active.values()];
    for (const active of all) {
      active.isClosing = true;
      active.isStopping = true;
      active.wake();
    }
    await Promise.all(all.map(({ over }) => over));
  }

  /** What was kept is that of a snapshot now: those that run end, and those that ran then go on. */
  async recordsReplaced(): Promise<void> {
    await this.close();
    await this.open();
  }

  #begin(id: string, record: TransformRecord): void {
    const { tasks } = this.#services();
    const task = tasks.register({
      type: "persistent",
      action: "data_frame/transforms[c]",
      description: `data_frame_${id}`,
      headers: {},
      cancellable: true,
      parent: undefined,
    });
    const active: Active = {
      id,
      record,
      task,
      isIndexing: false,
      isStopping: false,
      endsWithCheckpoint: false,
      isClosing: false,
      isHurried: false,
      wake() {},
      over: Promise.resolve(),
    };
    this.#active.set(id, active);
    task.onCancel(() => {
      active.isStopping = true;
      active.wake();
    });
    active.over = this.#run(active).finally(() => {
      this.#active.delete(id);
      tasks.unregister(task);
    });
  }

  async #run(active: Active): Promise<void> {
    let failures = 0;
    try {
      for (;;) {
        const config = this.#configOf(active.id);
        if (!config || active.isStopping) break;
        const failed = await this.#attempt(active, config);
        if (active.isStopping || active.endsWithCheckpoint) break;
        if (failed === undefined) {
          failures = 0;
          if (!config.sync) break;
          await this.#pause(active, config.frequencyMs);
        } else if ((isPermanent(failed) && !config.isUnattended) || ++failures > config.retries) {
          active.record.state = "failed";
          active.record.reason = failed instanceof Error ? failed.message : "unknown";
          break;
        } else await this.#pause(active, Math.min(MOST_PAUSE_MS, 1000 * 2 ** failures));
      }
      if (active.isClosing) return;
      if (active.record.state === "started") active.record.state = "stopped";
      if (this.kept(active.id)) await writeRecord(this.#services(), active.id, active.record);
    } catch (error) {
      this.#log("error", `transform [${active.id}] ended: ${String(error)}`);
    }
  }

  /** What it failed with. */
  async #attempt(active: Active, config: TransformConfig): Promise<unknown> {
    const kept = this.kept(active.id);
    if (!kept) return undefined;
    active.isIndexing = true;
    active.isHurried = false;
    try {
      await runCheckpoint({
        services: this.#services(),
        id: active.id,
        config,
        principal: principalOf(kept.principal),
        record: active.record,
        task: active.task,
        stops: () => active.isStopping,
        pause: (milliseconds) => this.#pause(active, milliseconds),
      });
      return undefined;
    } catch (error) {
      if (!(error instanceof RequestError)) this.#log("error", `transform [${active.id}]: ${String(error)}`);
      return error;
    } finally {
      active.isIndexing = false;
    }
  }

  #configOf(id: string): TransformConfig | undefined {
    const kept = this.kept(id);
    return kept && readTransform(kept.definition);
  }

  #pause(active: Active, milliseconds: number): Promise<void> {
    if (active.isStopping || active.isHurried) return Promise.resolve();
    return new Promise((resolve) => {
      const stop = after(milliseconds, done);
      function done(): void {
        stop();
        active.wake = () => undefined;
        resolve();
      }
      active.wake = done;
    });
  }
}

/** What another attempt would meet again. */
function isPermanent(error: unknown): boolean {
  return error instanceof RequestError && (error.status === 400 || error.status === 403);
}

function later(milliseconds: number): Promise<void> {
  return new Promise((resolve) => void after(milliseconds, resolve));
}
