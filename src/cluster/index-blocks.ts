/**
 * Index blocks (`index.blocks.*`, closed): what each forbids, and the error with Elasticsearch's message
 * (`ClusterBlockException`).
 */
import { RequestError } from "../compat/errors.ts";
import { ownOf } from "../core/names.ts";
import type { IndexMetadata } from "./cluster-state.ts";

/** Operations that a block can forbid. */
export type BlockLevel = "read" | "write" | "metadata_read" | "metadata_write";

/** One kind of block. */
export interface IndexBlock {
  readonly id: number;
  /** The setting that activates it; absent for closed indices. */
  readonly setting?: string;
  readonly description: string;
  readonly status: 403 | 429;
  readonly levels: readonly BlockLevel[];
}

const FLOOD_STAGE =
  "disk usage exceeded flood-stage watermark, index has read-only-allow-delete block; for more information, see https://www.elastic.co/guide/en/elasticsearch/reference/8.19/fix-watermark-errors.html";

/** The list. */
const indexBlocks: readonly IndexBlock[] = [
  { id: 12, setting: "index.blocks.read_only_allow_delete", description: FLOOD_STAGE, status: 429, levels: ["write"] },
  {
    id: 9,
    setting: "index.blocks.metadata",
    description: "index metadata (api)",
    status: 403,
    levels: ["metadata_read", "metadata_write"],
  },
  { id: 8, setting: "index.blocks.write", description: "index write (api)", status: 403, levels: ["write"] },
  { id: 7, setting: "index.blocks.read", description: "index read (api)", status: 403, levels: ["read"] },
  {
    id: 5,
    setting: "index.blocks.read_only",
    description: "index read-only (api)",
    status: 403,
    levels: ["write", "metadata_write"],
  },
];

const CLOSED: IndexBlock = { id: 4, description: "index closed", status: 403, levels: ["read", "write"] };

/** The active blocks of an index. */
export function blocksOf(index: IndexMetadata): readonly IndexBlock[] {
  const set = indexBlocks.filter(({ setting }) => setting !== undefined && ownOf(index.settings, setting) === "true");
  return index.state === "close" ? [...set, CLOSED] : set;
}

/**
 * Throws 403 `cluster_block_exception` (429 if only the full-disk block applies) when an index is blocked at this
 * level. Closed indices are refused elsewhere, with another error.
 */
export function checkIndexBlocks(indices: Iterable<IndexMetadata>, level: BlockLevel): void {
  const blocked: string[] = [];
  let status: 403 | 429 = 429;
  for (const index of indices) {
    const blocks = blocksOf(index).filter((block) => block.id !== CLOSED.id && block.levels.includes(level));
    if (blocks.length === 0) continue;
    if (blocks.some((block) => block.status === 403)) status = 403;
    const reasons = blocks.map(
      (block) => `${block.status === 429 ? "TOO_MANY_REQUESTS" : "FORBIDDEN"}/${block.id}/${block.description}`,
    );
    blocked.push(`index [${index.name}] blocked by: [${reasons.join(", ")}];`);
  }
  if (blocked.length > 0) throw new RequestError(status, "cluster_block_exception", blocked.join(""));
}
