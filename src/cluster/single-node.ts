/**
 * A node that is alone in its cluster, whose log and state are held elsewhere. Each of its lives has a name of its own,
 * and a log of that name; the next life seals those before. Two processes that take themselves for this node cannot
 * both go on: the later one ends the log of the earlier one.
 */
import { writeJsonBytes } from "../compat/json/write-json-bytes.ts";
import { assert } from "../core/assert.ts";
import { randomUuid } from "../core/clock.ts";
import { isJsonObject } from "../core/json.ts";
import { parseJsonBytes } from "../compat/json/parse-json.ts";
import { DataFolderRefused } from "../store/data-folder-refused.ts";
import type { Files } from "../store/files.ts";
import type { Registered, Registers } from "../store/registers/registers.ts";

/** A life of the node. */
export interface NodeLife {
  readonly writer: string;
  /** Logs of the lives before, in their order. */
  readonly earlier: readonly string[];
}

/** Says which cluster a data folder belongs to. */
export const MEMBER_FILE = "cluster-member";
export const SINGLE_NODE = "single-node";
/** What a data folder without a cluster holds as soon as it is used. */
const OWN_FOLDERS = ["cluster", "log"];

/**
 * Begins a life. Refuses a data folder that belongs to another cluster, or holds what this one does not know.
 */
export async function beginLife(registers: Registers, files: Files, folder: string): Promise<NodeLife> {
  const member = files.exists(MEMBER_FILE) ? Buffer.from(files.read(MEMBER_FILE)).toString("utf8") : undefined;
  for (;;) {
    const present = await registers.read(SINGLE_NODE);
    const { id, lives, ended } = present ? lifeOf(present) : { id: randomUuid(), lives: 0, ended: false };
    if (ended)
      throw new DataFolderRefused("the cluster consists of several nodes: start this one with --node-listen as well");
    checkFolder(files, folder, { member, id: present && id });
    const bytes = writeJsonBytes({ id, lives: lives + 1 });
    const revision = await registers.compareAndSet(SINGLE_NODE, present?.revision ?? 0, bytes);
    if (revision === undefined) continue;
    if (member === undefined) await files.replace(MEMBER_FILE, Buffer.from(id));
    const names = Array.from({ length: lives + 1 }, (_, life) => `single.${life + 1}`);
    return { writer: names[lives] ?? "", earlier: names.slice(0, lives) };
  }
}

/** Refuses a data folder of another cluster, or one with data that none has. */
export function checkFolder(
  files: Files,
  folder: string,
  ids: { member: string | undefined; id: string | undefined },
): void {
  const { member, id } = ids;
  if (member !== undefined && member !== id)
    throw new DataFolderRefused(
      `the data directory [${folder}] belongs to another cluster than the one that the settings name: choose ` +
        "another with --data",
    );
  if (member === undefined && OWN_FOLDERS.some((name) => files.list(name).length > 0))
    throw new DataFolderRefused(
      `the data directory [${folder}] holds data that the cluster does not know: start with an empty one, and restore a snapshot`,
    );
}

/** Refuses a data folder of a cluster where the settings name none: its log and state are elsewhere. */
export function refuseMember(files: Files, folder: string): void {
  if (!files.exists(MEMBER_FILE)) return;
  throw new DataFolderRefused(`the data directory [${folder}] belongs to a cluster: start with --cluster`);
}

/** What the register of a single node says; `ended`: it has become one of several. */
export function lifeOf({ bytes }: Registered): { id: string; lives: number; ended: boolean } {
  const value = parseJsonBytes(bytes);
  assert(isJsonObject(value) && typeof value["id"] === "string", "the register of the node names its cluster");
  return { id: value["id"], lives: Number(value["lives"]), ended: value["ended"] === true };
}
