import { describe } from "vitest";
import { MemoryRecordStore } from "./memory-record-store.ts";
import { contractModels, recordStoreContract } from "./record-store.contract.ts";

describe("in memory", () => {
  recordStoreContract(() => Promise.resolve(new MemoryRecordStore(contractModels)));
});
