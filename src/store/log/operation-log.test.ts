import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DirectoryFiles } from "../directory-files.ts";
import { MemoryFiles } from "../memory-files.ts";
import { operationLogContract, type LogMaker } from "../operation-log.contract.ts";
import { FileOperationLog } from "./file-operation-log.ts";
import { memoryOperationLog } from "../../testing/store/memory-operation-log.ts";

/** Every `make` starts in an empty folder; `reopen` reopens the last one. */
function logsIn(files: MemoryFiles | DirectoryFiles, dispose: () => void): LogMaker {
  let made = 0;
  return {
    make: (options) => new FileOperationLog(files, `log-${++made}`, options),
    reopen: (options) => new FileOperationLog(files, `log-${made}`, options),
    dispose,
  };
}

operationLogContract("FileOperationLog in a directory", () => {
  const root = mkdtempSync(join(tmpdir(), "wardex-log-"));
  return logsIn(new DirectoryFiles(root), () => rmSync(root, { recursive: true }));
});
operationLogContract("FileOperationLog in memory files", () => logsIn(new MemoryFiles(), () => undefined));
operationLogContract("memoryOperationLog", () => ({ make: memoryOperationLog, dispose: () => undefined }));
