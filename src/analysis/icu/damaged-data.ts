import { RequestError } from "../../compat/errors.ts";

/**
 * 400 where ICU's data are missing or damaged: nothing of the request is wrong, and what was right before is so again
 * once they are there.
 */
export class IcuDataError extends RequestError {
  constructor(reason: string) {
    super(400, "illegal_argument_exception", reason);
  }
}

/** Data of ICU that do not hold what they must, told by the name of the file or of the entry. */
export function damagedData(name: string, why: string): IcuDataError {
  return new IcuDataError(`the ICU data [${name}] are damaged: ${why}`);
}
