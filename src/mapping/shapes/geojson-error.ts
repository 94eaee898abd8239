/** What is wrong with a GeoJSON object, told with the place where Elasticsearch's parser stands. */
import { RequestError } from "../../compat/errors.ts";

/** A member or an item. */
export type Step = string | number;

/**
 * 400 `x_content_parse_exception`: `[1:16] [geojson] …`. The place stands as `%LINE%:%COLUMN%` until it is known;
 * `steps` lead to the token from the object, `atEnd` means its closing bracket.
 */
export class GeoJsonError extends RequestError {
  readonly steps: readonly Step[];
  readonly atEnd: boolean;

  constructor(reason: string, steps: readonly Step[], atEnd: boolean, cause?: RequestError) {
    super(400, "x_content_parse_exception", `[%LINE%:%COLUMN%] ${reason}`, { cause });
    this.steps = steps;
    this.atEnd = atEnd;
  }

  /** The same told by what holds the object. */
  within(reason: string): GeoJsonError {
    return new GeoJsonError(reason, this.steps, this.atEnd, this);
  }
}
