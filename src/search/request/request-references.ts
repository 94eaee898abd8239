/**
 * What a request refers to outside of the indices that it searches: values in other documents, other indices. It is
 * noted while the request is read, and brought by who knows names and rights; then the request is read once more.
 */
import { fromPortableError, type RequestError } from "../../compat/errors.ts";
import { isJsonObject, type Json, type JsonObject } from "../../core/json.ts";
import { type DocumentReference, referenceKey } from "../../query/document-reference.ts";
import type { InferenceQuestion } from "../../query/inference-question.ts";
import type { Reference, ResolvedReference, SearchTarget } from "../search-service.ts";

/** Thrown where a request cannot go on before more is known; not an error of the caller. */
export class NeedsReferences extends Error {
  readonly references: readonly Reference[];

  constructor(references: readonly Reference[]) {
    super("references of the request are not resolved");
    this.references = references;
  }
}

/** The references of one request. */
export class RequestReferences {
  readonly #resolved: readonly ResolvedReference[];
  #missing: Map<string, Reference> | undefined;
  #failed: RequestError | undefined;

  constructor(resolved: readonly ResolvedReference[] | undefined) {
    this.#resolved = resolved ?? [];
  }

  /** The value at a place of a document; undefined: not known (yet), which `check` tells. */
  readonly document = (place: DocumentReference): Json | undefined => {
    const found = this.#find({ kind: "document", ...place });
    return found && "value" in found ? found.value : undefined;
  };

  /** What an inference endpoint answers; undefined: not known (yet), which `check` tells. */
  readonly infer = (question: InferenceQuestion): readonly JsonObject[] | undefined => {
    const found = this.#find({ kind: "inference", ...question });
    return found && "value" in found && Array.isArray(found.value) ? found.value.filter(isJsonObject) : undefined;
  };

  /** The indices that fields of runtime type `lookup` name. */
  addLookups(fields: Json | undefined): void {
    if (!isJsonObject(fields)) return;
    for (const definition of Object.values(fields)) {
      if (!isJsonObject(definition) || definition["type"] !== "lookup") continue;
      const { target_index: name } = definition;
      // Why such an index is not there is told by those hits that look something up.
      if (typeof name === "string" && name !== "" && !this.#resolvedAt(name)) this.#note({ kind: "index", name });
    }
  }

  /** To be called when the request was read. Throws what a reference fails with, or what has to be found out first. */
  check(): void {
    if (this.#failed) throw this.#failed;
    if (this.#missing) throw new NeedsReferences([...this.#missing.values()]);
  }

  #find(reference: Reference): ResolvedReference | undefined {
    const key = keyOf(reference);
    const found = this.#resolved.find((resolved) => keyOf(resolved.reference) === key);
    if (!found) this.#note(reference);
    if (found && "error" in found) this.#failed ??= fromPortableError(found.error);
    return found;
  }

  #resolvedAt(name: string): boolean {
    return this.#resolved.some(({ reference }) => reference.kind === "index" && reference.name === name);
  }

  #note(reference: Reference): void {
    (this.#missing ??= new Map<string, Reference>()).set(keyOf(reference), reference);
  }
}

/** The targets of an index that was referred to; undefined: it was not. Throws why it cannot be searched. */
export function lookupTargets(
  resolved: readonly ResolvedReference[] | undefined,
  name: string,
): readonly SearchTarget[] | undefined {
  const found = resolved?.find(({ reference }) => reference.kind === "index" && reference.name === name);
  if (found && "error" in found) throw fromPortableError(found.error);
  return found && "targets" in found ? found.targets : undefined;
}

/** What is known of a question. Throws NeedsReferences where nothing is, and what the endpoint fails with. */
export function answerTo(
  question: InferenceQuestion,
  resolved: readonly ResolvedReference[] | undefined,
): readonly JsonObject[] {
  const references = new RequestReferences(resolved);
  const answer = references.infer(question);
  references.check();
  return answer ?? [];
}

function keyOf(reference: Reference): string {
  if (reference.kind === "inference") {
    const { endpoint, task, query, asker, input } = reference;
    return JSON.stringify(["inference", endpoint, task, query, asker, input]);
  }
  return reference.kind === "index" ? JSON.stringify([reference.name]) : referenceKey(reference);
}
