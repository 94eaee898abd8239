/** Compresses and decompresses blocks of bytes, in the LZ4 block format, in a memory of its own. */
import { assert } from "../core/assert.ts";
import { kernelFor, type KernelInstance } from "./kernel.ts";

const PAGE_BYTES = 65536;
/** Address of the compressor's hash table; the data follows it. */
const TABLE_ADDRESS = 1024;
const DATA_ADDRESS = TABLE_ADDRESS + 16384;
/** A memory that grew beyond this for one large block is dropped afterwards. */
const KEPT_BYTES = 8 * 1024 * 1024;
/** Largest block, such that input and output fit into one memory. */
export const MAX_BLOCK_BYTES = 1024 * 1024 * 1024;

interface Workspace {
  readonly memory: WebAssembly.Memory;
  readonly kernel: KernelInstance;
  bytes: Uint8Array;
}

let kept: Workspace | undefined;

function makeWorkspace(): Workspace {
  const memory = new WebAssembly.Memory({ initial: 8, maximum: PAGE_BYTES, shared: true });
  return { memory, kernel: kernelFor(memory), bytes: new Uint8Array(memory.buffer) };
}

/** The codec's memory, with room for `dataBytes` after the table. */
function workspaceFor(dataBytes: number): Workspace {
  const needed = DATA_ADDRESS + dataBytes;
  const workspace = needed <= KEPT_BYTES ? (kept ??= makeWorkspace()) : makeWorkspace();
  const missing = needed - workspace.bytes.length;
  if (missing > 0) {
    workspace.memory.grow(Math.ceil(missing / PAGE_BYTES));
    workspace.bytes = new Uint8Array(workspace.memory.buffer);
  }
  return workspace;
}

/** The compressed form of `bytes`. It does not contain their length: store that with it. */
export function compressBlock(bytes: Uint8Array): Uint8Array {
  assert(bytes.length <= MAX_BLOCK_BYTES, "a block to compress is at most 1 GiB");
  const target = DATA_ADDRESS + bytes.length;
  const workspace = workspaceFor(2 * bytes.length + Math.ceil(bytes.length / 255) + 32);
  workspace.bytes.set(bytes, DATA_ADDRESS);
  const length = workspace.kernel.compress(DATA_ADDRESS, bytes.length, target, TABLE_ADDRESS);
  return workspace.bytes.slice(target, target + length);
}

/**
 * The `size` bytes that were passed to `compressBlock`, at the beginning of `into` where that is given. Throws an
 * AssertionError when `bytes` is not the compressed form of that many.
 */
export function decompressBlock(bytes: Uint8Array, size: number, into?: Uint8Array): Uint8Array {
  assert(
    Number.isSafeInteger(size) && size >= 0 && size <= MAX_BLOCK_BYTES,
    "corrupt compressed block: impossible size",
  );
  const target = DATA_ADDRESS + bytes.length;
  const workspace = workspaceFor(bytes.length + size);
  workspace.bytes.set(bytes, DATA_ADDRESS);
  const status = workspace.kernel.decompress(DATA_ADDRESS, bytes.length, target, size);
  assert(status === 0, "corrupt compressed block");
  if (!into) return workspace.bytes.slice(target, target + size);
  into.set(workspace.bytes.subarray(target, target + size));
  return into.subarray(0, size);
}
