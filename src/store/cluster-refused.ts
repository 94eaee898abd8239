/** What the settings name is not such that a node may trust it with its log: the start ends with this text. */
export class ClusterRefused extends Error {
  override name = "ClusterRefused";
}
