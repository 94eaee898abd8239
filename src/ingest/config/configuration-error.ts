/** The errors of what pipelines are configured with (`ConfigurationUtils.newConfigurationException`). */
import { type ErrorDetails, RequestError } from "../../compat/errors.ts";

/** Which processor, and which of its properties. */
export interface ConfiguredPlace {
  readonly type?: string | undefined;
  readonly tag?: string | undefined;
  readonly property?: string | undefined;
}

/** 400 `parse_exception` that says where the fault is. */
export function configurationError(place: ConfiguredPlace, reason: string): RequestError {
  const { property } = place;
  const text = property === undefined ? reason : `[${property}] ${reason}`;
  return new RequestError(400, "parse_exception", text, { details: placeDetails(place) });
}

/** The error with the place where it came up; one that is not Elasticsearch's own is wrapped, as in the original. */
export function placedError(place: ConfiguredPlace, error: RequestError): RequestError {
  // What stands around it says where it is.
  const details = { ...error.details, ...placeDetails(place) };
  if (OWN_TYPES.has(error.type))
    return new RequestError(error.status, error.type, error.message, { details, cause: error.cause });
  const javaName = error.type
    .split("_")
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join("");
  // Elasticsearch answers 500 here, though the request is at fault.
  return new RequestError(400, "exception", `java.lang.${javaName}: ${error.message}`, { details, cause: error });
}

/** Exceptions of Elasticsearch; those of Java are wrapped in one. */
const OWN_TYPES: ReadonlySet<string> = new Set([
  "exception",
  "parse_exception",
  "script_exception",
  "resource_not_found_exception",
  "parsing_exception",
  "x_content_parse_exception",
  "general_script_exception",
]);

function placeDetails({ type, tag, property }: ConfiguredPlace): ErrorDetails {
  return {
    ...(property === undefined ? {} : { property_name: property }),
    ...(type === undefined ? {} : { processor_type: type }),
    ...(tag === undefined ? {} : { processor_tag: tag }),
  };
}
