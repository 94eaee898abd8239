import { RequestError } from "../../compat/errors.ts";

/**
 * 400 when ICU's data are missing or damaged: the request itself is valid, and works again once the data are restored.
 */
export class IcuDataError extends RequestError {
  constructor(reason: string) {
    super(400, "illegal_argument_exception", reason);
  }
}

/** The error for damaged ICU data; `name` is that of the file or entry. */
export function damagedData(name: string, why: string): IcuDataError {
  return new IcuDataError(`the ICU data [${name}] are damaged: ${why}`);
}
