/** The patterns that come with the server, by name: those of old, and those with names of the common schema. */
import { readFileSync } from "node:fs";
import { onFirstUse } from "../../core/on-first-use.ts";
import { packageFile } from "../../core/package-files.ts";

export type GrokPatterns = Readonly<Record<string, string>>;

/** How patterns name their fields. */
export type EcsMode = "disabled" | "v1";

const banks = onFirstUse(
  () =>
    JSON.parse(readFileSync(packageFile("spec/grok-patterns.json"), "utf8")) as Readonly<Record<EcsMode, GrokPatterns>>,
);

export function grokPatterns(mode: EcsMode): GrokPatterns {
  return banks()[mode];
}

export function isEcsMode(text: string): text is EcsMode {
  return text === "disabled" || text === "v1";
}
