/** What kind of thing a program runs on: one of the five words of Elasticsearch, by rules of our own. */
import type { UserAgent } from "./user-agent-parser.ts";

export type DeviceType = "Robot" | "Tablet" | "Phone" | "Desktop" | "Other";

/** Parts of what robots say of themselves, in lower case. */
const ROBOTS = ["bot", "crawl", "spider", "slurp", "archiver", "mediapartners", "facebookexternalhit", "feedfetcher"];
const TABLETS = [
  "ipad",
  "tablet",
  "playbook",
  "kindle",
  "silk/",
  "xoom",
  "gt-p",
  "sm-t",
  "nexus 7",
  "nexus 9",
  "nexus 10",
];
const PHONES = ["iphone", "ipod", "windows phone", "iemobile", "blackberry", "bb10", "opera mini", "symbian", "phone"];
/** Names of systems, in lower case. */
const DESKTOPS = [
  "windows",
  "mac os",
  "linux",
  "ubuntu",
  "fedora",
  "debian",
  "red hat",
  "centos",
  "suse",
  "gentoo",
  "arch",
  "mint",
  "slackware",
  "mandriva",
  "chrome os",
  "bsd",
  "solaris",
];
/** Systems of telephones that have a name of a desktop in theirs, or a part of it. */
const MOBILES = ["windows phone", "windows mobile", "windows ce", "firefox os"];

/** The first that holds: a robot says so, tablets and telephones too, and what else has a desktop's system is one. */
export function deviceType(text: string, { program, system, device }: UserAgent): DeviceType {
  const lower = text.toLowerCase();
  const says = (parts: readonly string[]): boolean => parts.some((part) => lower.includes(part));
  if (device?.name === "Spider" || isRobot(lower, program?.name)) return "Robot";
  const name = (system?.name ?? "").toLowerCase();
  const isAndroid = name.startsWith("android") || lower.includes("android");
  if (says(TABLETS) || (isAndroid && !lower.includes("mobile") && !isTelevision(lower))) return "Tablet";
  if (says(PHONES) || (isAndroid && lower.includes("mobile")) || name === "ios") return "Phone";
  if (MOBILES.some((part) => name.startsWith(part)) || lower.includes("mobile")) return "Phone";
  return !isTelevision(lower) && DESKTOPS.some((part) => name.startsWith(part)) ? "Desktop" : "Other";
}

/** `cubot` makes telephones. */
function isRobot(lower: string, program: string | undefined): boolean {
  const without = lower.replaceAll("cubot", "");
  return ROBOTS.some((part) => without.includes(part)) || (program ?? "").toLowerCase().endsWith("bot");
}

function isTelevision(lower: string): boolean {
  return ["smart-tv", "smarttv", "googletv", "android tv", "hbbtv", "appletv", "bravia", "web0s"].some((part) =>
    lower.includes(part),
  );
}
