/** What other clusters may ask: one file each, loaded when one is first asked for. */
import type { RemoteCall } from "./remote-call.ts";
import { handshake } from "./handshake.ts";

export const remoteCalls: readonly RemoteCall[] = [handshake];
