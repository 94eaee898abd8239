/**
 * What a stored query takes from documents elsewhere (`terms` lookups, indexed shapes …): looked up when it is stored,
 * and kept with it. What changes there later changes nothing of the query, as in Elasticsearch.
 */
import { fromPortableError, type RequestError } from "../../compat/errors.ts";
import { isJsonObject, type Json, type JsonObject } from "../../core/json.ts";
import { type DocumentReference, type FoundReference, referenceKey } from "../document-reference.ts";

/** Thrown where a query cannot be stored before more is known; not an error of the caller. */
export class UnknownReferences extends Error {
  readonly references: readonly DocumentReference[];

  constructor(references: readonly DocumentReference[]) {
    super("references of a stored query are not resolved");
    this.references = references;
  }
}

/** The references of one query. */
export class StoredLookups {
  readonly #known: ReadonlyMap<string, FoundReference>;
  readonly #used = new Map<string, FoundReference>();
  readonly #missing = new Map<string, DocumentReference>();
  #failed: RequestError | undefined;

  constructor(known: readonly Json[]) {
    this.#known = new Map(known.filter(isFound).map((found) => [referenceKey(found.place), found]));
  }

  /** See `ParseContext.reference`. */
  readonly document = (place: DocumentReference): Json | undefined => {
    const key = referenceKey(place);
    const found = this.#known.get(key);
    if (!found) this.#missing.set(key, place);
    else if ("error" in found) this.#failed ??= fromPortableError(found.error);
    else this.#used.set(key, found);
    return found && "value" in found ? found.value : undefined;
  };

  /** What of it the query has used. */
  get used(): readonly JsonObject[] {
    return [...this.#used.values()] as unknown as JsonObject[];
  }

  /** To be called when the query was read. Throws what a reference fails with, or UnknownReferences. */
  check(): void {
    if (this.#failed) throw this.#failed;
    if (this.#missing.size > 0) throw new UnknownReferences([...this.#missing.values()]);
  }
}

function isFound(entry: Json): entry is Json & FoundReference {
  return isJsonObject(entry) && isJsonObject(entry["place"]) && ("value" in entry || "error" in entry);
}

/** A stored query, and what it has taken from elsewhere, as they stand in a segment. */
export function readStored(stored: Json): { readonly query: Json; readonly lookups: readonly Json[] } {
  if (!isJsonObject(stored) || !Array.isArray(stored["lookups"])) return { query: stored, lookups: [] };
  return { query: stored["query"] ?? null, lookups: stored["lookups"] };
}
