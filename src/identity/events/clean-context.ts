/** Makes the context of an event fit to be kept: no secrets, and of a bounded size. */
import { isJsonObject, type Json, type JsonObject } from "../../core/json.ts";
import { ownOf } from "../../core/names.ts";

/** What stands in place of a secret. */
export const MASK = "*".repeat(20);

const SECRET_NAME = /API|TOKEN|KEY|SECRET|PASS|SIGNATURE/i;
const NO_SECRET_NAME = /passing/i;

// What is a secret by its form, whatever its name: private keys, credentials of a header, credentials in an address.
const SECRET_TEXTS: readonly (readonly [RegExp, string])[] = [
  [/-----BEGIN [A-Z ]*PRIVATE KEY-----[\s\S]*?(?:-----END [A-Z ]*PRIVATE KEY-----|$)/g, MASK],
  [/\b(Bearer|Basic|ApiKey)\s+[\w+/=.~-]{8,}/gi, `$1 ${MASK}`],
  [/(\w:\/\/)[^\s/?#@]+@/g, `$1${MASK}@`],
];

const UUID = /^[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}$/i;
const MODEL_FIELDS = ["app", "model_name", "pk", "name"];

/** Characters of a whole context, of one text and of a name in it; and how deep it may be. */
const LONGEST_CONTEXT = 16_384;
const LONGEST_TEXT = 4096;
const LONGEST_NAME = 200;
const DEEPEST = 16;
const CUT = "…";

/**
 * A context without secrets: what lies under a name of secrets becomes twenty asterisks at every depth (the shape of
 * objects and lists below it stays, and the four fields that name a record are none); uuids lose their dashes. What
 * does not fit is cut off with `…`.
 */
export function cleanContext(context: JsonObject): JsonObject {
  const room = { left: LONGEST_CONTEXT };
  return cleanObject(context, { room, hidden: false, depth: 0 });
}

interface Place {
  readonly room: { left: number };
  /** Below a name of secrets. */
  readonly hidden: boolean;
  readonly depth: number;
}

function cleaned(value: Json, place: Place): Json {
  if (typeof value === "object" && value !== null) {
    if (place.depth >= DEEPEST) return CUT;
    if (!Array.isArray(value)) return cleanObject(value, place);
    const list: Json[] = [];
    for (const element of value) {
      if (place.room.left <= 0) return [...list, CUT];
      list.push(cleaned(element, { ...place, depth: place.depth + 1 }));
    }
    return list;
  }
  if (place.hidden) return taken(MASK, place);
  return typeof value === "string" ? taken(cleanText(value), place) : counted(value, place);
}

function cleanObject(value: JsonObject, place: Place): JsonObject {
  // A record that holds a secret is named, and that is what the trail is for.
  const hidden = place.hidden && !namesRecord(value);
  const entries: [string, Json][] = [];
  for (const [name, inner] of Object.entries(value)) {
    if (place.room.left <= 0) {
      entries.push([CUT, CUT]);
      break;
    }
    const secret = SECRET_NAME.test(name) && !NO_SECRET_NAME.test(name);
    entries.push([
      taken(name.slice(0, LONGEST_NAME), place),
      cleaned(inner, { room: place.room, hidden: hidden || secret, depth: place.depth + 1 }),
    ]);
  }
  return Object.fromEntries(entries);
}

/** Whether an object is the four fields by which events name records. */
function namesRecord(value: JsonObject): boolean {
  const names = Object.keys(value);
  return (
    names.length === MODEL_FIELDS.length &&
    MODEL_FIELDS.every(
      (field) => names.includes(field) && !isJsonObject(ownOf(value, field)) && !Array.isArray(ownOf(value, field)),
    )
  );
}

function cleanText(value: string): string {
  if (UUID.test(value)) return value.replaceAll("-", "").toLowerCase();
  // Cut only after masking: half a private key would not be known as one.
  return SECRET_TEXTS.reduce((text, [pattern, replacement]) => text.replaceAll(pattern, replacement), value);
}

function taken(text: string, { room }: Place): string {
  const length = Math.min(LONGEST_TEXT, Math.max(room.left, 0));
  room.left -= text.length;
  return text.length > length ? `${text.slice(0, length)}${CUT}` : text;
}

function counted(value: Json, { room }: Place): Json {
  room.left -= 8;
  return value;
}
