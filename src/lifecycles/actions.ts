/** All actions of lifecycle policies; each stands in a file of its name in `actions/`. */
import { allocate } from "./actions/allocate.ts";
import { deleteAction } from "./actions/delete.ts";
import { downsample } from "./actions/downsample.ts";
import { forcemerge } from "./actions/forcemerge.ts";
import { freeze } from "./actions/freeze.ts";
import { migrate } from "./actions/migrate.ts";
import { readonlyAction } from "./actions/readonly.ts";
import { rolloverAction } from "./actions/rollover.ts";
import { setPriority } from "./actions/set-priority.ts";
import { shrink } from "./actions/shrink.ts";
import { unfollow } from "./actions/unfollow.ts";
import { waitForSnapshot } from "./actions/wait-for-snapshot.ts";
import type { LifecycleAction } from "./step.ts";

export const lifecycleActions: readonly LifecycleAction[] = [
  setPriority,
  unfollow,
  rolloverAction,
  readonlyAction,
  downsample,
  allocate,
  migrate,
  shrink,
  forcemerge,
  freeze,
  waitForSnapshot,
  deleteAction,
];
