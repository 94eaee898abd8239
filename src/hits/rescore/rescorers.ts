/** Every rescorer. */
import type { RescorerKind } from "./rescorer.ts";
import { query } from "./rescorers/query.ts";

export const rescorers: readonly RescorerKind[] = [query];
