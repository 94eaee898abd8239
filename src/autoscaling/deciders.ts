/** The deciders, a line each. */
import type { Decider } from "./decider.ts";
import { fixed } from "./deciders/fixed.ts";
import { frozenExistence } from "./deciders/frozen-existence.ts";
import { frozenShards } from "./deciders/frozen-shards.ts";
import { frozenStorage } from "./deciders/frozen-storage.ts";
import { ml } from "./deciders/ml.ts";
import { proactiveStorage } from "./deciders/proactive-storage.ts";
import { reactiveStorage } from "./deciders/reactive-storage.ts";

export const deciders: readonly Decider[] = [
  fixed,
  frozenExistence,
  frozenShards,
  frozenStorage,
  ml,
  proactiveStorage,
  reactiveStorage,
];
