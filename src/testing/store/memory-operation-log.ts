/**
 * The operation log without a disk: the same records in shared memory, so that other threads read them just as well.
 */
import { MemoryFiles } from "../../store/memory-files.ts";
import type { OperationLog } from "../../store/operation-log.ts";
import { FileOperationLog, type OperationLogOptions } from "../../store/log/file-operation-log.ts";

/** A log that lives as long as the object; trimming gives its memory back. */
export function memoryOperationLog(options: OperationLogOptions = {}): OperationLog {
  return new FileOperationLog(new MemoryFiles(), "log", options);
}
