/** Roles of a node as letters (DiscoveryNodeRole). */
import { ownOf } from "../../core/names.ts";
const LETTERS: Readonly<Record<string, string>> = {
  data: "d",
  data_cold: "c",
  data_content: "s",
  data_frozen: "f",
  data_hot: "h",
  data_warm: "w",
  ingest: "i",
  master: "m",
  ml: "l",
  remote_cluster_client: "r",
  transform: "t",
  voting_only: "v",
};

/** `cdfhilmrstw`; `-` for a node without roles. */
export function roleLetters(roles: readonly string[]): string {
  const letters = roles.map((role) => ownOf(LETTERS, role) ?? "").sort();
  return letters.join("") || "-";
}
