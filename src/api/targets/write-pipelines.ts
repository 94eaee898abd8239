/** Whether a single write runs through pipelines: it is then judged like an item of a bulk request, behind them. */
import { settingsOfNew } from "../../cluster/templates/settings-of-new.ts";
import { resolveDateMath } from "../../cluster/date-math-names.ts";
import { aliasTargets } from "../../cluster/index-table.ts";
import type { IndexMetadata } from "../../cluster/cluster-state.ts";
import { writeIndexOf } from "../../cluster/write-index.ts";
import { systemClock } from "../../core/clock.ts";
import { ownOf } from "../../core/names.ts";
import type { Services } from "../operation.ts";

/** `asked`: the pipeline of the request. */
export function runsPipelines({ cluster }: Services, name: string, asked: string | undefined): boolean {
  if (isPipeline(asked)) return true;
  const { state } = cluster;
  const index = ownOf(state.indices, name) ?? writeIndexOf(aliasTargets(state, name), name);
  const settings = index ? index.settings : settingsOfNew(state, resolveDateMath(name, systemClock.now()), 0);
  return (
    (asked === undefined && isPipeline(settings["index.default_pipeline"])) ||
    isPipeline(settings["index.final_pipeline"])
  );
}

function isPipeline(value: IndexMetadata["settings"][string] | undefined): boolean {
  return value !== undefined && value !== "" && value !== "_none";
}
