/** Which paths of a mapping are nested objects. */
import type { MappingView } from "../../mapping/mapping-view.ts";

/** Whether a path is one. A hidden object is there for who sees a field in it. */
export function isNestedObject(mapping: MappingView, path: string): boolean {
  const shown = mapping.field(path)?.type;
  if (shown !== undefined || mapping.hiddenType?.(path) !== "nested") return shown === "nested";
  return mapping.matching(`${path}.*`).length > 0;
}
