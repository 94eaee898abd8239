import { illegalArgument, type RequestError } from "../../core/errors.ts";

/** 400 for data of ICU that do not hold what they must, told by the name of the file or of the entry. */
export function damagedData(name: string, why: string): RequestError {
  return illegalArgument(`the ICU data [${name}] are damaged: ${why}`);
}
