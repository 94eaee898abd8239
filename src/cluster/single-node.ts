/**
 * A node that is alone in its cluster, whose log and state are held elsewhere. Each of its lives has a name of its own,
 * and a log of that name; the next life seals those before. Two processes that take themselves for this node cannot
 * both go on: the later one ends the log of the earlier one.
 */
import { assert } from "../core/assert.ts";
import { randomUuid } from "../core/clock.ts";
import { isJsonObject } from "../core/json.ts";
import { parseJsonBytes } from "../compat/json/parse-json.ts";
import { writeJsonBytes } from "../compat/json/write-json-bytes.ts";
import { DataFolderRefused } from "../store/data-folder-refused.ts";
import type { Files } from "../store/files.ts";
import type { Registered, Registers } from "../store/registers/registers.ts";
import type { AdoptedFolder } from "./adopted-folder.ts";
import { livesOf, SINGLE } from "./lives.ts";

/** A life of the node. */
export interface NodeLife {
  readonly writer: string;
  /** Under this name is kept where its logs begin. */
  readonly node: string;
  /** Logs of the lives before, in their order. */
  readonly earlier: readonly string[];
  /** Log files with lower numbers were on the disk before there was a cluster. */
  readonly firstFile: number;
  /** The disk is that of the life before. */
  readonly isDiskCurrent: boolean;
}

/** Says which cluster a data folder belongs to. */
export const MEMBER_FILE = "cluster-member";
export const SINGLE_NODE = "single-node";
/** What a data folder without a cluster holds as soon as it is used. */
const OWN_FOLDERS = ["cluster", "log"];

/** What the register of the node says. */
interface Known {
  readonly id: string;
  readonly lives: number;
  /** It has become one of several. */
  readonly ended: boolean;
  /** The cluster began with a folder whose log files below this number are on its disk alone. */
  readonly adopted?: number;
}

/**
 * Begins a life. Refuses a data folder that belongs to another cluster, or holds what this one does not know; where the
 * files of shards are held elsewhere (`adopted`), such a folder may begin a cluster.
 */
export async function beginLife(
  registers: Registers,
  files: Files,
  folder: string,
  adopted?: AdoptedFolder,
): Promise<NodeLife> {
  const [member, life] = readMember(files);
  for (;;) {
    const present = await registers.read(SINGLE_NODE);
    const known = present && lifeOf(present);
    if (known?.ended)
      throw new DataFolderRefused("the cluster consists of several nodes: start this one with --node-listen as well");
    refuseOther(folder, { member, id: known?.id });
    const isNew = member === undefined && (await isToAdopt({ files, folder, known, adopted }));
    if (isNew && !known) await adopted?.takeState();
    const { id, lives } = known ?? { id: randomUuid(), lives: 0 };
    const firstFile = known?.adopted ?? (isNew && adopted ? adopted.firstFile : 1);
    const next = { id, lives: lives + 1, ...(firstFile > 1 ? { adopted: firstFile } : {}) };
    const revision = await registers.compareAndSet(SINGLE_NODE, present?.revision ?? 0, writeJsonBytes(next));
    if (revision === undefined) continue;
    await files.replace(MEMBER_FILE, Buffer.from(`${id}\n${lives + 1}`));
    const names = livesOf(SINGLE, lives + 1);
    const isDiskCurrent = isNew || life === lives;
    return { node: SINGLE, writer: names[lives] ?? "", earlier: names.slice(0, lives), firstFile, isDiskCurrent };
  }
}

/** Whether a folder that is no member yet holds data, with which the cluster began or is to begin. */
async function isToAdopt(parts: {
  readonly files: Files;
  readonly folder: string;
  readonly known: Known | undefined;
  readonly adopted: AdoptedFolder | undefined;
}): Promise<boolean> {
  const { files, folder, known, adopted } = parts;
  if (OWN_FOLDERS.some((name) => files.list(name).length > 0)) {
    if (adopted && (!known || (known.adopted !== undefined && (await adopted.isSame())))) return true;
    throw unknownData(folder);
  }
  if (known?.adopted !== undefined && !(await adopted?.isStored({ firstFile: known.adopted, lives: known.lives })))
    throw new DataFolderRefused(
      `the cluster began with another data directory, which is not stored as a whole yet: start with that one, not [${folder}]`,
    );
  return false;
}

/** Refuses a data folder of another cluster, or one with data that none has. */
export function checkFolder(
  files: Files,
  folder: string,
  ids: { member: string | undefined; id: string | undefined },
): void {
  refuseOther(folder, ids);
  if (ids.member === undefined && OWN_FOLDERS.some((name) => files.list(name).length > 0)) throw unknownData(folder);
}

function refuseOther(
  folder: string,
  { member, id }: { readonly member: string | undefined; readonly id: string | undefined },
): void {
  if (member === undefined || member === id) return;
  throw new DataFolderRefused(
    `the data directory [${folder}] belongs to another cluster than the one that the settings name: choose ` +
      "another with --data",
  );
}

function unknownData(folder: string): DataFolderRefused {
  return new DataFolderRefused(
    `the data directory [${folder}] holds data that the cluster does not know: start with an empty one, and restore a snapshot`,
  );
}

/** The cluster that the folder belongs to, and the life that had it last. */
export function readMember(files: Files): [id: string | undefined, life: number] {
  if (!files.exists(MEMBER_FILE)) return [undefined, 0];
  const [id, life] = Buffer.from(files.read(MEMBER_FILE)).toString("utf8").split("\n");
  return [id, Number(life ?? 0)];
}

/** Refuses a data folder of a cluster where the settings name none: its log and state are elsewhere. */
export function refuseMember(files: Files, folder: string): void {
  if (!files.exists(MEMBER_FILE)) return;
  throw new DataFolderRefused(`the data directory [${folder}] belongs to a cluster: start with --cluster`);
}

/** What the register of a single node says. */
export function lifeOf({ bytes }: Registered): Known {
  const value = parseJsonBytes(bytes);
  assert(isJsonObject(value) && typeof value["id"] === "string", "the register of the node names its cluster");
  const { id, lives, adopted, ended } = value;
  return { id, lives: Number(lives), ended: ended === true, ...(typeof adopted === "number" ? { adopted } : {}) };
}
