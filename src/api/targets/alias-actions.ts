/** The body of the alias actions: `{actions: [{add: …}, {remove: …}, {remove_index: …}]}` (IndicesAliasesRequest). */
import { tokenName } from "../../compat/body-reader.ts";
import { didYouMean } from "../../compat/did-you-mean.ts";
import { illegalArgument, RequestError } from "../../compat/errors.ts";
import { isJsonObject, type Json, type JsonObject } from "../../core/json.ts";
import type { JsonPath } from "../../compat/json/locate-json.ts";
import { type BodyPlace, LocatedBody } from "../../compat/located-body.ts";
import type { AliasMetadata } from "../../cluster/cluster-state.ts";
import { ALIAS_FIELDS, withAliasField } from "./alias-body.ts";

/** One action. */
export interface AliasAction {
  readonly kind: "add" | "remove" | "remove_index";
  readonly indices: readonly string[];
  readonly aliases: readonly string[];
  readonly metadata: AliasMetadata;
  readonly mustExist: boolean | undefined;
}

const KINDS: readonly string[] = ["add", "remove", "remove_index"];
const INDEX_FIELDS = ["index", "indices"];
const NAME_FIELDS = ["alias", "aliases"];

/**
 * Reads the actions in order. `text` is the body as it came, for the places in errors. Throws 400 in Elasticsearch's
 * words.
 */
export function parseAliasActions(body: JsonObject, text: string): AliasAction[] {
  return new ActionParser(text).actions(body);
}

/** Reads with the text at hand; each error tells where it is. */
class ActionParser {
  readonly #body: LocatedBody;

  constructor(text: string) {
    this.#body = new LocatedBody(text);
  }

  actions(body: JsonObject): AliasAction[] {
    for (const key of Object.keys(body)) {
      if (key !== "actions")
        throw this.#body.error([key], "name", `[aliases] unknown field [${key}]${didYouMean(key, ["actions"])}`);
    }
    const given = body["actions"] ?? [];
    if (!Array.isArray(given))
      throw this.#body.error(
        ["actions"],
        "last",
        `[aliases] actions doesn't support values of type: ${tokenName(given)}`,
      );
    const actions = given.flatMap((action, at) => this.#action(action, ["actions", at]));
    for (const { kind, indices, aliases } of actions) {
      if (indices.length === 0) throw this.#invalid("One of [index] or [indices] is required");
      if (aliases.length === 0 && kind !== "remove_index")
        throw this.#invalid("One of [alias] or [aliases] is required");
    }
    return actions;
  }

  #action(action: Json, path: JsonPath): AliasAction[] {
    if (!isJsonObject(action))
      throw this.#wrapped(
        [path, "last"],
        this.#body.error(path, "last", `[alias_action] Expected START_OBJECT but was: ${tokenName(action)}`),
      );
    return Object.entries(action).map(([kind, body]) => {
      const place = [...path, kind];
      if (kind !== "add" && kind !== "remove" && kind !== "remove_index") {
        throw this.#wrapped(
          [place, "value"],
          this.#body.error(place, "name", `[alias_action] unknown field [${kind}]${didYouMean(kind, KINDS)}`),
        );
      }
      if (!isJsonObject(body))
        throw this.#wrapped(
          [place, "last"],
          this.#body.error(place, "last", `[alias_action] ${kind} doesn't support values of type: ${tokenName(body)}`),
        );
      return this.#fields(kind, body, place);
    });
  }

  #fields(kind: AliasAction["kind"], body: JsonObject, path: JsonPath): AliasAction {
    const known = [
      ...INDEX_FIELDS,
      ...(kind === "remove_index" ? [] : NAME_FIELDS),
      ...(kind === "add" ? ALIAS_FIELDS : []),
      "must_exist",
    ];
    const action = {
      kind,
      indices: [] as readonly string[],
      aliases: [] as readonly string[],
      metadata: {} as AliasMetadata,
      mustExist: undefined as boolean | undefined,
    };
    for (const [key, value] of Object.entries(body)) {
      const place = [...path, key];
      if (!known.includes(key))
        throw this.#inAction(
          kind,
          [place, "value"],
          this.#body.error(place, "name", `[${kind}] unknown field [${key}]${didYouMean(key, known)}`),
        );
      try {
        if (INDEX_FIELDS.includes(key)) action.indices = namesOf(key, value, action.indices, INDEX_FIELDS);
        else if (NAME_FIELDS.includes(key)) action.aliases = namesOf(key, value, action.aliases, NAME_FIELDS);
        else if (key === "must_exist") action.mustExist = value === true || value === "true";
        else action.metadata = withAliasField(action.metadata, key, value);
      } catch (error) {
        if (!(error instanceof RequestError)) throw error;
        throw this.#inAction(
          kind,
          [place, "last"],
          this.#body.error(place, "last", `[${kind}] failed to parse field [${key}]`, error),
        );
      }
    }
    return action;
  }

  #inAction(kind: string, at: BodyPlace, cause: RequestError): RequestError {
    return this.#wrapped(at, this.#body.error(...at, `[alias_action] failed to parse field [${kind}]`, cause), cause);
  }

  /** The error of the whole body; `root` is what it comes from. */
  #wrapped(at: BodyPlace, cause: RequestError, root = cause): RequestError {
    const whole = this.#body.error(...at, "[aliases] failed to parse field [actions]", cause);
    return new RequestError(whole.status, whole.type, whole.message, { cause, rootCauses: [root] });
  }

  #invalid(reason: string): RequestError {
    return this.#body.error(["actions"], "last", "[aliases] failed to parse field [actions]", illegalArgument(reason));
  }
}

/** Names in a text (`a,b`) or a list; one of the two fields that can give them. */
function namesOf(key: string, value: Json, before: readonly string[], fields: readonly string[]): string[] {
  if (before.length > 0) throw illegalArgument(`Only one of [${fields.join("] and [")}] is supported`);
  if (value === null) return [];
  const names = Array.isArray(value) ? value.map((item) => textOf(key, item)) : textOf(key, value).split(",");
  if (names.length === 0) throw illegalArgument(`[${key}] can't be empty`);
  if (names.includes("")) throw illegalArgument(`[${key}] can't be empty string`);
  return names;
}

function textOf(key: string, value: Json): string {
  if (value === null || typeof value === "object")
    throw illegalArgument(`[${key}] doesn't support values of type: ${tokenName(value)}`);
  return String(value);
}
