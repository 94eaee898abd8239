/** Who is behind a change of records. */
import type { Principal } from "../../security/principal.ts";

/** On whose behalf records are written. */
export interface Writer {
  readonly principal: Principal;
  /**
   * The operation itself has users prove who they are (a password, a recovery key), and writes what is theirs. It may
   * change nobody's rights.
   */
  readonly proving: boolean;
}
