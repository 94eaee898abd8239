/** `indices.split`: makes an index with the same documents in more shards. */
import { resizeOperation } from "../requests/resize.ts";

export const splitIndex = resizeOperation("split");
