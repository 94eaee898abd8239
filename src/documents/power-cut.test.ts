/**
 * Power cuts between any two calls to the disk, under several shards, flushes, kills and syncs that fail: whatever was
 * acknowledged before the cut is there, whichever of the calls that were not synced reached the disk. WARDEX_CUT_SEED
 * repeats a session.
 */
import { expect, test } from "vitest";
import { FaultFiles } from "../testing/store/fault-files.ts";
import { POWER_CUT_MODELS, PowerCutFiles } from "../testing/store/power-cut-files.ts";
import { Harness } from "../testing/documents/documents-harness.ts";
import { seeded, SIMULATED_UUIDS, Workload } from "../testing/documents/simulation.ts";

const DEEP = process.env["WARDEX_DEEP"] !== undefined;
const SESSIONS = Number(process.env["WARDEX_CUT_SESSIONS"] ?? (DEEP ? 20 : 2));
const CUTS = Number(process.env["WARDEX_CUTS"] ?? (DEEP ? 100 : 12));
const FIRST_SEED = Number(process.env["WARDEX_CUT_SEED"] ?? 1);
const WRITERS = 3;
const ROUNDS = 8;
const LOG_FILE_BYTES = 2000;

interface Session {
  readonly disk: PowerCutFiles;
  readonly work: Workload;
  readonly h: Harness;
  /** When the indices were there. */
  readonly begun: number;
}

async function live(random: (below: number) => number): Promise<Session> {
  const pause = async (): Promise<void> => {
    for (let turns = random(3); turns > 0; turns--) await new Promise((resolve) => setImmediate(resolve));
  };
  const disk = new PowerCutFiles();
  const files = new FaultFiles(disk, pause);
  let h = new Harness(files, new Map(), { logFileBytes: LOG_FILE_BYTES, pause });
  await Workload.createIndices(h);
  const begun = disk.calls;
  const work = new Workload(h, random, () => disk.calls);
  for (let life = 0; life < 3; life++) {
    let writing = WRITERS;
    const write = async (writer: number): Promise<void> => {
      for (let round = 0; round < ROUNDS; round++) await work.write(writer);
      writing--;
    };
    const maintain = async (): Promise<void> => {
      while (writing > 0) {
        await pause();
        h.nowMs += random(3_000);
        if (random(12) === 0) files.inject({ on: "sync", call: 1 + random(3), code: "EIO" });
        if (random(3) === 0) await h.service.flush(SIMULATED_UUIDS, { force: true }).catch(() => undefined);
        else await h.service.tick();
      }
    };
    await Promise.all([...Array.from({ length: WRITERS }, (_, writer) => write(writer)), maintain()]);
    files.heal();
    // Killed, with nothing under way; the last life ends in order.
    await h.service.tick();
    if (life === 2) await h.service.close();
    else work.use((h = await h.crash()));
  }
  return { disk, work, h, begun };
}

test("whenever power is lost, what was acknowledged is there", async () => {
  for (let seed = FIRST_SEED; seed < FIRST_SEED + SESSIONS; seed++) {
    const random = seeded(seed);
    const { disk, work, h, begun } = await live(random);
    for (let number = 0; number < CUTS; number++) {
      const cut = begun + random(disk.calls - begun + 1);
      for (const model of POWER_CUT_MODELS) {
        const left = await disk.after(cut, model, random);
        const again = await new Harness(left, new Map(h.indices), { logFileBytes: LOG_FILE_BYTES }).start();
        expect([seed, cut, model, await work.faults(again, work.known(cut))]).toEqual([seed, cut, model, []]);
      }
    }
  }
}, 3_600_000);
