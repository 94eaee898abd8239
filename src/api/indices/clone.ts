/** `indices.clone`: makes an index with the same documents in as many shards, from the same files. */
import { resizeOperation } from "../requests/resize.ts";

export const cloneIndex = resizeOperation("clone");
