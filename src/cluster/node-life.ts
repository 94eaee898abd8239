/**
 * A node that is one of several, whose log and state are held elsewhere. Each of its lives has a log of its own; the
 * next life of the node seals those before. The first node may be one that was alone until now: its data, and its
 * logs, are those of the cluster from then on.
 */
import { assert } from "../core/assert.ts";
import { randomUuid } from "../core/clock.ts";
import { isJsonObject, type JsonObject } from "../core/json.ts";
import { parseJsonBytes } from "../compat/json/parse-json.ts";
import { writeJsonBytes } from "../compat/json/write-json-bytes.ts";
import { ClusterRefused } from "../store/cluster-refused.ts";
import { DataFolderRefused } from "../store/data-folder-refused.ts";
import type { Files } from "../store/files.ts";
import type { Registered, Registers } from "../store/registers/registers.ts";
import { livesOf, SINGLE } from "./lives.ts";
import { checkFolder, lifeOf, MEMBER_FILE, type NodeLife, readMember, SINGLE_NODE } from "./single-node.ts";

/** What begins a life. */
export interface Newcomer {
  readonly nodeId: string;
  readonly files: Files;
  /** Path of its data folder. */
  readonly folder: string;
  /** Tells the secret key from others, and nothing else of it. */
  readonly keyDigest: string;
}

/** What all nodes have in common. */
interface Common {
  readonly id: string;
  readonly keyDigest: string;
  /** The node that was alone before, and how many lives it had. */
  readonly before?: { readonly node: string; readonly lives: number; readonly adopted?: number };
}

const COMMON = "cluster";

/** Begins a life. Refuses a data folder of another cluster, and a node with another secret key. */
export async function beginNodeLife(registers: Registers, newcomer: Newcomer): Promise<NodeLife> {
  const { nodeId, files, folder, keyDigest } = newcomer;
  const [member] = readMember(files);
  const common = await commonOf(registers, newcomer, member);
  checkFolder(files, folder, { member, id: common.id });
  if (common.keyDigest !== keyDigest)
    throw new ClusterRefused(
      "the secret key is not that of the cluster, whose secrets it could not read: give each node the same file by --secret-key-file",
    );
  const lives = await nextLife(registers, nodeId);
  if (member === undefined) await files.replace(MEMBER_FILE, Buffer.from(common.id));
  const single = common.before?.node === nodeId ? common.before.lives : 0;
  const names = [...livesOf(SINGLE, single), ...livesOf(nodeId, lives)];
  const firstFile = common.before?.node === nodeId ? (common.before.adopted ?? 1) : 1;
  // Where the logs of the node begin that was alone, those of its lives to come do.
  const node = single > 0 ? SINGLE : nodeId;
  return { node, writer: names.at(-1) ?? "", earlier: names.slice(0, -1), firstFile, isDiskCurrent: false };
}

/** What the nodes have in common; the first one says it. */
async function commonOf(registers: Registers, newcomer: Newcomer, member: string | undefined): Promise<Common> {
  for (;;) {
    const present = await registers.read(COMMON);
    if (present) return decode(present) as unknown as Common;
    const { nodeId, keyDigest } = newcomer;
    const single = await endSingle(registers, newcomer, member);
    const id = single?.id ?? randomUuid();
    const before = single && {
      ...{ node: nodeId, lives: single.lives },
      ...(single.adopted === undefined ? {} : { adopted: single.adopted }),
    };
    const common: Common = { id, keyDigest, ...(before ? { before } : {}) };
    await registers.compareAndSet(COMMON, 0, encode(common as unknown as JsonObject));
  }
}

/** The node that was alone is this one, and is alone no more; undefined where there was none. */
async function endSingle(
  registers: Registers,
  { folder }: Newcomer,
  member: string | undefined,
): Promise<{ id: string; lives: number; adopted?: number } | undefined> {
  for (;;) {
    const present = await registers.read(SINGLE_NODE);
    if (!present) return undefined;
    const { id, lives, adopted } = lifeOf(present);
    const kept = { id, lives, ...(adopted === undefined ? {} : { adopted }) };
    if (member !== id)
      throw new DataFolderRefused(
        `the cluster has been a single node until now, whose data directory is not [${folder}]: start that one with --node-listen first`,
      );
    const bytes = encode({ ...kept, ended: true });
    if ((await registers.compareAndSet(SINGLE_NODE, present.revision, bytes)) !== undefined) return kept;
  }
}

async function nextLife(registers: Registers, nodeId: string): Promise<number> {
  const name = `node-lives-${nodeId}`;
  for (;;) {
    const present = await registers.read(name);
    const lives = 1 + Number(present ? decode(present)["lives"] : 0);
    if ((await registers.compareAndSet(name, present?.revision ?? 0, encode({ lives }))) !== undefined) return lives;
  }
}

function encode(value: JsonObject): Uint8Array {
  return writeJsonBytes(value);
}

function decode({ bytes }: Registered): JsonObject {
  const value = parseJsonBytes(bytes);
  assert(isJsonObject(value), "a register of the nodes is an object");
  return value;
}
