/**
 * Databases of addresses that somebody configures to be downloaded: there are none, as nothing is ever downloaded.
 * Files in the folder `ingest-geoip` of the configuration need no configuration.
 */
import { illegalArgument, RequestError } from "../../compat/errors.ts";
import type { Operation } from "../operation.ts";
import { checkTimeouts } from "./timeouts.ts";

type Traits = Pick<Operation, "name" | "actions">;

/** Shows those that are asked for: none of them, and nothing in particular is not there. */
export function getDatabases(traits: Traits): Operation {
  return {
    ...traits,
    handle({ parameters: { id = "*" } }) {
      const missing = id.split(",").filter((name) => !name.includes("*"));
      if (missing.length > 0) throw notFound(`database configuration not found: ${missing[0]}`);
      return { status: 200, body: { databases: [] } };
    },
  };
}

export function putDatabase(traits: Traits): Operation {
  return {
    ...traits,
    audit: "nothing",
    handle({ parameters }) {
      checkTimeouts(parameters);
      throw illegalArgument(
        `the database [${parameters["id"]}] would be downloaded, which is not supported by this server yet: put its file into [ingest-geoip] of the configuration`,
      );
    },
  };
}

export function deleteDatabase(traits: Traits): Operation {
  return {
    ...traits,
    audit: "nothing",
    handle({ parameters }) {
      checkTimeouts(parameters);
      throw notFound(`Database configuration not found: ${parameters["id"]}`);
    },
  };
}

function notFound(reason: string): RequestError {
  return new RequestError(404, "resource_not_found_exception", reason);
}
