/**
 * URLs (RFC 3986) and e-mail addresses (RFC 5322) as recognized by Lucene's UAX29URLEmailTokenizer: sticky patterns.
 */
import { onFirstUse } from "../core/on-first-use.ts";
import { topLevelDomains } from "./top-level-domains.ts";

const LABEL = "[a-z0-9](?:[\\-a-z0-9]*[a-z0-9])?";
const OCTET = "(?:25[0-5]|2[0-4][0-9]|1[0-9][0-9]|[1-9]?[0-9])";
const IPV4 = `${OCTET}(?:\\.${OCTET}){3}`;
const H16 = "[0-9a-f]{1,4}";
const LS32 = `(?:${H16}:${H16}|${IPV4})`;
const IPV6 = `(?:(?:${H16}:){6}${LS32}|(?:(?:${H16}:){0,4}${H16})?::(?:${H16}:){0,5}${LS32}|(?:(?:${H16}:){0,5}${H16})?::${H16}|(?:(?:${H16}:){0,6}${H16})?::)`;
/** A host without a scheme must not continue with letters, digits or hyphens. */
const HOST_END = "(?![\\p{L}\\p{N}\\p{M}_\\-])";
/** The root's dot belongs to a domain unless a name character follows. */
const ROOT = "(?:\\.(?=[^\\p{L}\\p{N}\\p{M}_\\-]))?";
const LOOSE_HOST = `(?:\\[${IPV6}\\]|${LABEL}(?:\\.${LABEL})*)`;
const PORT = "(?::[0-9]{1,5})?";
const PERCENT = "%[0-9a-f]{2}";
const LOGIN_PART = `(?:[\\-a-z0-9._~!$&'()*+,;=]|${PERCENT})*`;
const LOGIN = `(?:${LOGIN_PART}(?::${LOGIN_PART})?@)?`;
const PATH = `(?:/(?:[\\-a-z0-9._~!$&'*+,;=:@]|${PERCENT})*)*`;
const QUERY = `(?:\\?(?:[\\-a-z0-9._~!$&'()*+,;=:@/?]|${PERCENT})*)?`;
const FRAGMENT = `(?:#(?:[\\-a-z0-9._~!$&'*+,;=:@/?]|${PERCENT})*)?`;

const ATOM = "[a-z0-9!#$%&'*+\\-/=?^_`{|}~]+";
const QUOTED = '"(?:[\\x01-\\x08\\x0b\\x0c\\x0e-\\x21\\x23-\\x5b\\x5d-\\x7f]|\\\\[\\x00-\\x7f])*"';
const LOCAL = `\\.?(?:${ATOM}|${QUOTED})(?:\\.(?:${ATOM}|${QUOTED}))*\\.?`;

/** What texts are matched with. */
interface UrlEmailPatterns {
  /** The forms of a URL; the longest match is used. */
  readonly url: readonly RegExp[];
  readonly email: RegExp;
}

export const urlEmailPatterns = onFirstUse((): UrlEmailPatterns => {
  // Longest first, since the first matching alternative is taken.
  const tld = `(?:${[...topLevelDomains].sort((one, other) => other.length - one.length).join("|")})`;
  const strictDomain = `(?:${LABEL}\\.)+${tld}`;
  const url = [
    `https?://${LOGIN}${LOOSE_HOST}${PORT}${PATH}${QUERY}${FRAGMENT}`,
    `${strictDomain}${ROOT}${HOST_END}${PORT}${PATH}${QUERY}${FRAGMENT}`,
    `(?:\\[${IPV6}\\]|${IPV4})${HOST_END}${PORT}${PATH}${QUERY}${FRAGMENT}`,
    `ftp://${LOGIN}${LOOSE_HOST}${PORT}(?=/)${PATH}${QUERY}${FRAGMENT}`,
    `file://(?:${LOOSE_HOST})?(?=/)${PATH}${FRAGMENT}`,
  ];
  return {
    url: url.map((source) => new RegExp(source, "iuy")),
    email: new RegExp(`${LOCAL}@(?:${strictDomain}\\.?|\\[(?:${IPV4}|(?:ipv6:)?${IPV6})\\])`, "iuy"),
  };
});
