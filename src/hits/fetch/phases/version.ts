/** The `version` option: `_version`. */
import type { FetchPhase } from "../fetch-phase.ts";

export const version: FetchPhase = {
  name: "version",
  profiledAs: () => "FetchVersionPhase",
  prepare: (request) =>
    request.version
      ? (hit, document) => {
          hit._version = document.version();
        }
      : undefined,
};
