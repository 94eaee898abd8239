/** The mapping of no index: for queries that are only checked, where what is mapped is not known. */
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
