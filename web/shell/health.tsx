/** The state of the cluster, and in one click why. */
import { useEffect } from "preact/hooks";
import { health, lookAtHealth } from "../core/cluster.ts";
import { rights } from "../core/session.ts";
import { usePolling } from "../parts/load.ts";
import { kindOfHealth, Status } from "../parts/states.tsx";

const EVERY_MS = 15_000;

export function Health() {
  const may = rights.value.cluster["monitor"] === true;
  useEffect(() => void lookAtHealth(), []);
  usePolling(EVERY_MS, () => void lookAtHealth(), may);
  const now = health.value;
  if (!now) return null;
  return (
    <a class="health" href="#/overview" title="Why?">
      <Status kind={kindOfHealth(now.status)}>
        <span dir="auto">{now.cluster_name}</span> · {now.status}
      </Status>
    </a>
  );
}
