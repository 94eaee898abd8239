/** A mapping without an index: for queries that are only validated, where the mapping is unknown. */
import { ScriptCompiler } from "../scripting/script-compiler.ts";
import type { MappingView } from "./mapping-view.ts";

export const emptyMapping: MappingView = {
  index: "",
  version: 0,
  scripts: new ScriptCompiler(),
  field: () => undefined,
  matching: () => [],
  isObject: () => false,
  analyzer: () => undefined,
  setting: () => undefined,
  resolve: (path) => path,
};
