/** Under which names domains are registered: the Public Suffix List (`PublicSuffixMatcher`). */
import { readFileSync } from "node:fs";
import { domainToUnicode } from "node:url";
import { onFirstUse } from "../../core/on-first-use.ts";
import { packageFile } from "../../core/package-files.ts";

const rules = onFirstUse(
  () =>
    new Set(
      readFileSync(packageFile("spec/public-suffixes.txt"), "utf8")
        .split("\n")
        .filter((line) => line !== "" && !line.startsWith("//")),
    ),
);

/** Whether domains are registered under a name. */
export function isPublicSuffix(domain: string): boolean {
  return domain !== "" && registeredPart(domain) === undefined;
}

/** The part of a domain that was registered: `google.co.uk` of `www.google.co.uk`; undefined for a suffix itself. */
export function registeredPart(domain: string): string | undefined {
  if (domain.startsWith(".")) return undefined;
  const known = rules();
  let found: string | undefined;
  for (let part = domain.toLowerCase(); ;) {
    const name = shownName(part);
    if (known.has(`!${name}`)) return part;
    if (known.has(name)) return found;
    const dot = part.indexOf(".");
    if (dot < 0) return part;
    const rest = part.slice(dot + 1);
    if (known.has(`*.${shownName(rest)}`)) return found;
    found = part;
    part = rest;
  }
}

/** Names in letters that the list has, where they came in ASCII. */
function shownName(name: string): string {
  return name.includes("xn--") ? domainToUnicode(name) || name : name;
}
