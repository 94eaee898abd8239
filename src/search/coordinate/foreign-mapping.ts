/** The mapping of an index of another cluster, as far as that told it. */
import type { IndexMetadata } from "../../cluster/cluster-state.ts";
import type { JsonObject } from "../../core/json.ts";
import { Mapping } from "../../mapping/mapping.ts";
import type { MappingView } from "../../mapping/mapping-view.ts";
import { overlaidMapping } from "../../mapping/runtime/overlaid-mapping.ts";
import type { ScriptCompiler } from "../../scripting/script-compiler.ts";

/** What no mapping depends on. */
const FOREIGN: Omit<IndexMetadata, "name" | "mapping"> = {
  uuid: "_na_",
  state: "open",
  settings: {},
  mappingVersion: 1,
  settingsVersion: 1,
  aliasesVersion: 1,
  aliases: {},
  numberOfShards: 1,
  numberOfReplicas: 0,
  creationDateMs: 0,
  primaryTerms: [1],
  system: false,
};

/** Throws 400 for one that cannot be read. */
export function foreignMapping(name: string, mapping: JsonObject, scripts: ScriptCompiler): MappingView {
  const read = Mapping.parse({ ...FOREIGN, name, mapping }, { scripts });
  return overlaidMapping(read, read.runtimeByPath);
}
