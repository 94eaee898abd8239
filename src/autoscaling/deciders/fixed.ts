/** `fixed`: what the policy says. */
import { parseBytes } from "../../compat/time-value.ts";
import type { Decider } from "../decider.ts";
import { integerSetting, numberSetting } from "../setting-values.ts";

const storageOf = (text: string): number => parseBytes(text, "storage");
const memoryOf = (text: string): number => parseBytes(text, "memory");
const processorsOf = (text: string): number => numberSetting("processors", text, 0);
const nodesOf = (text: string): number => integerSetting("nodes", text, 0);

export const fixed: Decider = {
  name: "fixed",
  roles: undefined,
  isDefault: false,
  settings: { storage: storageOf, memory: memoryOf, nodes: nodesOf, processors: processorsOf },

  decide({ storage: storageText, memory: memoryText, processors: processorsText, nodes: nodesText }) {
    const nodes = nodesText === undefined ? 1 : nodesOf(nodesText);
    const storage = storageText === undefined ? undefined : storageOf(storageText);
    const memory = memoryText === undefined ? undefined : memoryOf(memoryText);
    const processors = processorsText === undefined ? undefined : processorsOf(processorsText);
    const isSaid = storage !== undefined || memory !== undefined || processors !== undefined;
    const times = (value: number | undefined): number | undefined => (value === undefined ? undefined : value * nodes);
    return {
      requiredCapacity: isSaid
        ? {
            node: { storage, memory, processors },
            total: { storage: times(storage), memory: times(memory), processors: times(processors) },
          }
        : undefined,
      summary: `fixed storage [${storageText ?? null}] memory [${memoryText ?? null}] processors [${processors ?? null}] nodes [${nodes}]`,
      details: {
        storage: storageText ?? null,
        memory: memoryText ?? null,
        nodes,
        ...(processors === undefined ? {} : { processors }),
      },
    };
  },
};
