import { setIndexState } from "../../cluster/changes/set-index-state.ts";
import { ownOf } from "../../core/names.ts";
import { beforeReading, changedSettings } from "../shared-steps.ts";
import { done, type LifecycleAction, passing, type Step } from "../step.ts";

/** Merges the segments of an index that is no longer written to, and may store it in another way. */
export const forcemerge: LifecycleAction = {
  name: "forcemerge",
  steps(options) {
    const codec = ownOf(options, "index_codec");
    const recoding: Step[] =
      typeof codec === "string"
        ? [
            { name: "close-index", run: ({ index }) => done(setIndexState([index.name], "close")) },
            { name: "update-settings", run: ({ index }) => done(changedSettings(index, { "index.codec": codec })) },
            { name: "open-index", run: ({ index }) => done(setIndexState([index.name], "open")) },
            ...passing("wait-for-index-color"),
          ]
        : [];
    return [
      ...passing("branch-forcemerge-check-prerequisites"),
      ...beforeReading,
      ...recoding,
      {
        name: "forcemerge",
        isLong: true,
        async run({ index, node }) {
          const maxSegments = Number(ownOf(options, "max_num_segments"));
          await node.documents.forceMerge([index.uuid], { maxSegments, onlyExpungeDeletes: false, flush: true });
          return done();
        },
      },
      ...passing("segment-count"),
    ];
  },
};
