/** The `seq_no_primary_term` option. */
import type { FetchPhase } from "../fetch-phase.ts";

export const seqNoPrimaryTerm: FetchPhase = {
  name: "seq_no_primary_term",
  profiledAs: () => "SeqNoPrimaryTermPhase",
  prepare: (request) =>
    request.seqNoPrimaryTerm
      ? (hit, { reader, doc }) => {
          hit._seq_no = reader.seqNo(doc);
          hit._primary_term = reader.primaryTerm(doc);
        }
      : undefined,
};
