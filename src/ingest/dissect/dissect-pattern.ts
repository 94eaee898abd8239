/** Patterns that take a text apart at the delimiters between keys: `%{a} - %{+b}` (`DissectParser`). */
import { RequestError } from "../../compat/errors.ts";

/** A key with the delimiter behind it. */
export interface DissectKey {
  readonly kind: "plain" | "skip" | "append" | "name" | "reference";
  readonly name: string;
  /** Its place among the parts that are appended to each other. */
  readonly order: number;
  /** Delimiters that are repeated behind it are one. */
  readonly pads: boolean;
  readonly delimiter: string;
}

export interface DissectPattern {
  readonly text: string;
  /** What the text must begin with. */
  readonly leading: string;
  readonly keys: readonly DissectKey[];
}

const KEYS = /%\{([^}]*?)\}((?:(?!%\{).)*)/gs;
const LEADING = /^(.*?)%\{/s;

/** Throws for a pattern that cannot be read. */
export function dissectPattern(text: string): DissectPattern {
  const leading = LEADING.exec(text)?.[1] ?? "";
  const keys = [...text.slice(leading.length).matchAll(KEYS)].map(([, key = "", delimiter = ""]) =>
    keyOf(key, delimiter),
  );
  if (keys.length === 0) throw patternFault(text, "Unable to find any keys or delimiters.");
  checkReferences(text, keys);
  return { text, leading, keys };
}

function keyOf(given: string, delimiter: string): DissectKey {
  const pads = given.endsWith("->");
  const key = pads ? given.slice(0, -2) : given;
  const modifiers = /^[+*&?]*/.exec(key)?.[0] ?? "";
  if (modifiers.length > 1) throw keyFault(given, "multiple modifiers are not allowed.");
  const body = key.slice(modifiers.length);
  const [, name = "", order] = (modifiers === "+" ? /^([^/]+)(?:\/(\d+))?$/ : /^([^/]+)$/).exec(body) ?? [];
  if (name === "" && !(modifiers === "" && body === "") && modifiers !== "?")
    throw keyFault(given, "The key name could be determined");
  const kind =
    modifiers === "+"
      ? "append"
      : modifiers === "*"
        ? "name"
        : modifiers === "&"
          ? "reference"
          : modifiers === "?" || body === ""
            ? "skip"
            : "plain";
  return { kind, name, order: Number(order ?? 0), pads, delimiter };
}

/** Each name of a key is taken with its value. */
function checkReferences(text: string, keys: readonly DissectKey[]): void {
  const of = (kind: DissectKey["kind"]): string[] => keys.filter((key) => key.kind === kind).map(({ name }) => name);
  const [names, references] = [of("name"), of("reference")];
  const unvalued = names.filter((name) => !references.includes(name));
  const alone = unvalued.length > 0 ? unvalued : references.filter((name) => !names.includes(name));
  if (alone.length === 0) return;
  throw patternFault(
    text,
    `Found invalid key/reference associations: '${[...new Set(alone)].join(",")}' Please ensure each '*<key>' is matched with a matching '&<key>`,
  );
}

function patternFault(text: string, reason: string): RequestError {
  return fault("PatternParse", `Unable to parse pattern: ${text} Reason: ${reason}`, "pattern_parse");
}

function keyFault(key: string, reason: string): RequestError {
  return fault("KeyParse", `Unable to parse key: ${key} Reason: ${reason}`, "key_parse");
}

/** An exception of the library of patterns, which Elasticsearch wraps. */
function fault(name: string, reason: string, type: string): RequestError {
  const cause = new RequestError(400, type, reason);
  return new RequestError(400, "exception", `org.elasticsearch.dissect.DissectException$${name}: ${reason}`, { cause });
}
