/** `indices.shrink`: makes an index with the same documents in fewer shards. */
import { resizeOperation } from "../requests/resize.ts";

export const shrinkIndex = resizeOperation("shrink");
