/** `snapshot.cleanup_repository`: removes what no snapshot needs. */
import type { Operation } from "../operation.ts";
import { checkTimeouts } from "../requests/timeouts.ts";

export const cleanupRepository: Operation = {
  name: "snapshot.cleanup_repository",
  actions: ["cluster:admin/repository/_cleanup"],
  audit: "nothing",
  outlivesClient: true,

  async handle({ parameters }, { snapshots }) {
    checkTimeouts(parameters);
    const { bytes, blobs } = await snapshots.cleanUp(parameters["repository"] ?? "");
    return { status: 200, body: { results: { deleted_bytes: bytes, deleted_blobs: blobs } } };
  },
};
