/** Files of leaders that followers copy: they stay as long as somebody reads them. */
import { illegalArgument, RequestError } from "../compat/errors.ts";
import { crc32c } from "../core/crc32c.ts";
import type { Documents, HeldShard } from "../documents/documents.ts";
import { openReference } from "../store/file-reader.ts";
import type { FileReference } from "../store/files.ts";

interface Session {
  readonly index: string;
  readonly hold: number;
  /** By shard and path. */
  readonly files: ReadonlyMap<string, FileReference>;
  timer: NodeJS.Timeout;
}

/** A shard as a follower copies it. */
export interface OfferedShard {
  readonly shard: number;
  readonly manifest: HeldShard["manifest"];
  readonly files: readonly { readonly path: string; readonly bytes: number }[];
}

const LARGEST_PIECE_BYTES = 4 * 1024 * 1024;

export class LeaderSessions {
  readonly #documents: Pick<Documents, "holdFiles" | "releaseFiles">;
  readonly #newId: () => string;
  /** So long a session stays that nobody reads (`ccr.indices.recovery.recovery_activity_timeout`). */
  readonly #activityMs: () => number;
  readonly #sessions = new Map<string, Session>();

  constructor(documents: Pick<Documents, "holdFiles" | "releaseFiles">, newId: () => string, activityMs: () => number) {
    this.#documents = documents;
    this.#activityMs = activityMs;
    this.#newId = newId;
  }

  /** Throws 503 when a shard cannot be copied. */
  async open(index: string, uuid: string): Promise<{ session: string; shards: OfferedShard[] }> {
    const { hold, shards } = await this.#documents.holdFiles(uuid);
    const files = new Map<string, FileReference>();
    const offered: OfferedShard[] = [];
    for (const shard of shards) {
      if ("failure" in shard) {
        await this.#documents.releaseFiles(hold);
        const why = `[${index}][${shard.shard}] primary shard is not active: ${shard.failure}`;
        throw new RequestError(503, "unavailable_shards_exception", why);
      }
      const listed = shard.files.map(({ path, file }) => {
        files.set(keyOf(shard.shard, path), file);
        const reader = openReference(file);
        try {
          return { path, bytes: reader.size() };
        } finally {
          reader.close();
        }
      });
      offered.push({ shard: shard.shard, manifest: shard.manifest, files: listed });
    }
    const session = this.#newId();
    this.#sessions.set(session, { index, hold, files, timer: this.#expiry(session) });
    return { session, shards: offered };
  }

  /** The index of a session. Throws 400 for one that is not there. */
  indexOf(session: string): string {
    return this.#session(session).index;
  }

  read(
    id: string,
    {
      shard,
      path,
      at,
      bytes,
    }: { readonly shard: number; readonly path: string; readonly at: number; readonly bytes: number },
  ): { bytes: Uint8Array; check: number } {
    const session = this.#session(id);
    const file = session.files.get(keyOf(shard, path));
    if (!file || at < 0 || bytes < 0) throw illegalArgument(`[${path}] is no file of the session`);
    clearTimeout(session.timer);
    session.timer = this.#expiry(id);
    const reader = openReference(file);
    try {
      const piece = new Uint8Array(Math.min(bytes, LARGEST_PIECE_BYTES, Math.max(0, reader.size() - at)));
      const read = piece.subarray(0, reader.readAt(piece, at));
      return { bytes: read, check: crc32c(read) };
    } finally {
      reader.close();
    }
  }

  async close(id: string): Promise<void> {
    const session = this.#sessions.get(id);
    if (!session) return;
    this.#sessions.delete(id);
    clearTimeout(session.timer);
    await this.#documents.releaseFiles(session.hold);
  }

  #expiry(id: string): NodeJS.Timeout {
    return setTimeout(() => void this.close(id).catch(() => undefined), this.#activityMs()).unref();
  }

  #session(id: string): Session {
    const session = this.#sessions.get(id);
    if (!session) throw illegalArgument(`session [${id}] not found`);
    return session;
  }
}

function keyOf(shard: number, path: string): string {
  return `${shard}/${path}`;
}
