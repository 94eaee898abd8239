/** Names of subjects as text (RFC 4514): the most particular part first, `CN=www.example.com,O=Example,C=DE`. */
import { assert } from "../../core/assert.ts";
import { type NameTable, nameTable } from "../../core/names.ts";
import { asn1js } from "../../core/rare-packages.ts";

/**
 * Short names of attributes: the table of RFC 4514, section 3, and others of the registry (RFC 4519, RFC 4520) that
 * certificates have.
 */
const SHORT_NAMES: NameTable<string> = nameTable({
  "2.5.4.3": "CN",
  "2.5.4.7": "L",
  "2.5.4.8": "ST",
  "2.5.4.10": "O",
  "2.5.4.11": "OU",
  "2.5.4.6": "C",
  "2.5.4.9": "STREET",
  "0.9.2342.19200300.100.1.25": "DC",
  "0.9.2342.19200300.100.1.1": "UID",
  "2.5.4.4": "SN",
  "2.5.4.5": "serialNumber",
  "2.5.4.12": "title",
  "2.5.4.17": "postalCode",
  "2.5.4.42": "givenName",
  "1.2.840.113549.1.9.1": "emailAddress",
});

/** The text of a `Name` of X.501 (RFC 5280, section 4.1.2.4). */
export function distinguishedName(name: unknown): string {
  const { Sequence, Set: Asn1Set } = asn1js();
  assert(name instanceof Sequence, "a name is a sequence");
  const parts = name.valueBlock.value.map((relative) => {
    assert(relative instanceof Asn1Set, "a part of a name is a set");
    return relative.valueBlock.value.map(attribute).join("+");
  });
  return parts.reverse().join(",");
}

function attribute(pair: unknown): string {
  const { BaseStringBlock, ObjectIdentifier, Sequence } = asn1js();
  assert(pair instanceof Sequence, "an attribute of a name is a sequence");
  const [type, value] = pair.valueBlock.value;
  assert(type instanceof ObjectIdentifier && value !== undefined, "an attribute of a name has a type and a value");
  const identifier = type.getValue();
  const short = SHORT_NAMES[identifier];
  // What has no short name, or is no text, stands as its encoding.
  if (short === undefined || !(value instanceof BaseStringBlock))
    return `${short ?? identifier}=#${Buffer.from(value.valueBeforeDecodeView).toString("hex")}`;
  return `${short}=${escaped(value.getValue())}`;
}

// Control characters may be escaped by RFC 4514, section 2.4; a name in one line is easier on those who read it.
const SPECIAL = /["+,;<>\\]|\p{Cc}|^[ #]| $/gu;

/** The value of an attribute as it stands in a name. */
function escaped(value: string): string {
  return value.replace(SPECIAL, (found) => (/\p{Cc}/u.test(found) ? hexPairs(found) : `\\${found}`));
}

function hexPairs(text: string): string {
  return Buffer.from(text).toString("hex").replaceAll(/../g, "\\$&");
}
