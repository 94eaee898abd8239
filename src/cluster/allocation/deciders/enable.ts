/** `enable`: which copies are placed at all (`cluster.routing.allocation.enable`, and that of the index). */
import { clusterSetting } from "../../cluster-settings.ts";
import { indexSetting } from "../../index-settings.ts";
import { ownOf } from "../../../core/names.ts";
import { type Decider, no, yes } from "../decider.ts";

const CLUSTER = "cluster.routing.allocation.enable";
const INDEX = "index.routing.allocation.enable";

export const enable: Decider = {
  name: "enable",
  decide({ index, primary, isNew }, _node, { state }) {
    const own = ownOf(index.settings, INDEX) === undefined ? undefined : indexSetting(index.settings, INDEX);
    const enabled = String(own ?? clusterSetting(state, CLUSTER)).toLowerCase();
    const setting =
      own === undefined ? `cluster setting [${CLUSTER}=${enabled}]` : `index setting [${INDEX}=${enabled}]`;
    switch (enabled) {
      case "none":
        return no(`no allocations are allowed due to ${setting}`);
      case "new_primaries":
        return primary && isNew
          ? yes("new primary allocations are allowed")
          : no(`non-new primary allocations are forbidden due to ${setting}`);
      case "primaries":
        return primary
          ? yes("primary allocations are allowed")
          : no(`replica allocations are forbidden due to ${setting}`);
      default:
        return yes("all allocations are allowed");
    }
  },
};
