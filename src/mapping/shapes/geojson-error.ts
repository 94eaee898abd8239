/** Errors in GeoJSON objects, with the location that Elasticsearch's parser reports. */
import { RequestError } from "../../compat/errors.ts";

/** A member name or an item index. */
export type Step = string | number;

/**
 * 400 `x_content_parse_exception`: `[1:16] [geojson] …`. The message contains `%LINE%:%COLUMN%` until the location is
 * known; `steps` lead from the object to the token, `atEnd` means its closing bracket.
 */
export class GeoJsonError extends RequestError {
  readonly steps: readonly Step[];
  readonly atEnd: boolean;

  constructor(reason: string, steps: readonly Step[], atEnd: boolean, cause?: RequestError) {
    super(400, "x_content_parse_exception", `[%LINE%:%COLUMN%] ${reason}`, { cause });
    this.steps = steps;
    this.atEnd = atEnd;
  }

  /** The same error, wrapped by the enclosing parser. */
  within(reason: string): GeoJsonError {
    return new GeoJsonError(reason, this.steps, this.atEnd, this);
  }
}
