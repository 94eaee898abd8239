import { eventStoreContract } from "./event-store.contract.ts";
import { MemoryEventStore } from "./memory-event-store.ts";

eventStoreContract("events in memory", () => Promise.resolve(new MemoryEventStore()));
