import { illegalArgument } from "../../compat/errors.ts";

/** Points have no exact values to ask for. */
export function queryShapeError(path: string): never {
  throw illegalArgument(
    `Geometry fields do not support exact searching, use dedicated geometry queries instead: [${path}]`,
  );
}
