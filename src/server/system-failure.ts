/**
 * What the operating system refuses, in a sentence with what to do about it. Imports nothing: it must work where
 * nothing else can be loaded.
 */
const SENTENCES = new Map(
  Object.entries({
    EMFILE:
      "too many open files for this process: raise its limit (ulimit -n 65536, LimitNOFILE of systemd) and start again",
    ENFILE: "too many open files on this machine: raise its limit (sysctl fs.file-max) and start again",
    EROFS: "the file system is read-only: choose another folder with --data, or mount it for writing",
    EACCES:
      "permission denied: the user of this process must own the folder of --data, and may not take ports below 1024",
    EPERM: "permission denied: the user of this process must own the folder of --data",
    ENOTDIR: "a part of the path of --data is no folder",
    ENOSPC: "there is no room left on the disk of --data",
    EADDRINUSE: "the address is taken; choose another port with --port",
    EADDRNOTAVAIL: "this machine does not have the address of --host",
  }),
);

/** The sentence for an error of the operating system; undefined for all others. */
export function systemFailure(error: unknown): string | undefined {
  if (!(error instanceof Error)) return undefined;
  const code = "code" in error && typeof error.code === "string" ? error.code : "";
  // What failed within something else (a thread that cannot start) is told by its text alone.
  const sentence = SENTENCES.get(code) ?? SENTENCES.get(/\b(E[A-Z]{4,12})\b/.exec(error.message)?.[1] ?? "");
  return sentence === undefined ? undefined : `${sentence} (${error.message})`;
}
