/** `proactive_storage`: room for what data streams are going to add. */
import { parseTimeMs } from "../../compat/time-value.ts";
import type { Decider } from "../decider.ts";
import type { StreamGrowth } from "../situation.ts";
import { bytesToMove, bytesWithoutRoom, leastNodeBytes, storageMessage } from "../disk-room.ts";

const DEFAULT_WINDOW = "30m";

const windowOf = (text: string): number => parseTimeMs(text, "forecast_window");

export const proactiveStorage: Decider = {
  name: "proactive_storage",
  roles: ["data", "data_content", "data_hot"],
  isDefault: true,
  settings: { forecast_window: windowOf },

  decide({ forecast_window: text = DEFAULT_WINDOW }, situation) {
    const window = windowOf(text);
    const growth = situation.streams.reduce((sum, stream) => sum + growthOf(stream, window, situation.nowMs), 0);
    const unassigned = bytesWithoutRoom(situation, growth);
    const assigned = bytesToMove(situation);
    const summary = storageMessage(unassigned + assigned);
    return {
      requiredCapacity: {
        node: { storage: leastNodeBytes(situation) },
        total: { storage: (situation.current.total.storage ?? 0) + unassigned + assigned },
      },
      summary,
      details: { reason: summary, unassigned, assigned, forecasted: Math.ceil(growth), forecast_window: text },
    };
  },
};

/** What a stream grew by in the last so many milliseconds, and so will in the next; indices grow evenly. */
function growthOf({ indices }: StreamGrowth, windowMs: number, nowMs: number): number {
  const from = nowMs - windowMs;
  return indices.reduce((sum, { createdMs, bytes }, at) => {
    const endMs = indices[at + 1]?.createdMs ?? nowMs;
    const share = (endMs - Math.max(createdMs, from)) / Math.max(1, endMs - createdMs);
    return sum + bytes * Math.min(1, Math.max(0, share));
  }, 0);
}
