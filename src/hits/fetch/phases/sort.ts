/** The values that the hits are sorted by. */
import type { FetchPhase } from "../fetch-phase.ts";

export const sort: FetchPhase = {
  name: "sort",
  prepare: (_request, { keys }) =>
    keys.length > 0
      ? (hit, { hit: found }) => {
          hit.sort = keys.map((key, place) => key.render(found.sort[place] ?? null));
        }
      : undefined,
  prepareWritten:
    (_request, { keys }) =>
    (writer, { hit: found }) => {
      writer.member('"sort":');
      writer.add(keys.map((key, place) => key.render(found.sort[place] ?? null)));
    },
};
