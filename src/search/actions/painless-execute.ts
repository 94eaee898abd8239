/** What a script makes of a document that is nowhere, or of its parameters alone (`scripts_painless_execute`). */
import { createSearcherView } from "../../query/searcher-view.ts";
import { itemOf } from "../call-item.ts";
import type { ExecuteTask } from "../painless-execute/parse-execute.ts";
import { runOnDocument } from "../painless-execute/run-script.ts";
import type { CallKind } from "../search-action.ts";
import { plannedScope } from "../shard/planned-scope.ts";
import { prepareIndices } from "../shard/prepare-shards.ts";

export const painlessExecute: CallKind = {
  name: "painless_execute",

  *run(call, runtime) {
    const [task] = call.tasks as readonly [ExecuteTask];
    const { control, scope } = plannedScope(runtime);
    try {
      if (task.context === "painless_test")
        return {
          status: 200,
          body: { result: runtime.registry.scripts.program(task.script, task.context)().result() },
        };
      const { query } = task.setup;
      const [index] = prepareIndices(itemOf(call, 0).targets, { text: "", root: undefined, query }, scope);
      const { mapping, asked } = index!;
      if (control.poll()) yield;
      const searcher = createSearcherView({
        index: index!.target.index,
        shard: 0,
        segments: [],
        liveDocs: [],
        mapping,
        nowMs: runtime.nowMs,
        allowsExpensive: runtime.settings.allowExpensiveQueries,
        planning: scope.planning,
      });
      return { status: 200, body: { result: runOnDocument(task, { searcher, mapping, query: asked }) } };
    } finally {
      control.memory.release();
    }
  },
};
