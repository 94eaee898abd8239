import { beforeEach, describe, expect, test } from "vitest";
import { LogBeginning } from "../store/chunks/log-beginning.ts";
import { FileOperationLog } from "../store/log/file-operation-log.ts";
import { operation } from "../store/operation-log.contract.ts";
import { BlobRegisters } from "../store/registers/blob-registers.ts";
import { MemoryFiles } from "../store/memory-files.ts";
import { MemoryBlobs } from "../testing/store/memory-blobs.ts";
import { AdoptedFolder } from "./adopted-folder.ts";
import type { ClusterState } from "./cluster-state.ts";
import { SINGLE } from "./lives.ts";
import { FileClusterStateStore } from "./file-cluster-state-store.ts";
import { RegisterClusterStateStore } from "./register-cluster-state-store.ts";
import { beginLife, MEMBER_FILE, refuseMember } from "./single-node.ts";

const registers = (): BlobRegisters => new BlobRegisters(new MemoryBlobs(), { pollMs: 10_000 });

test("each life has a name of its own, and knows those before, whatever became of the disk", async () => {
  const shared = registers();
  const files = new MemoryFiles();
  const always = { node: SINGLE, firstFile: 1, isDiskCurrent: true };
  expect(await beginLife(shared, files, "data")).toEqual({ writer: "single.1", earlier: [], ...always });
  expect(await beginLife(shared, files, "data")).toEqual({ writer: "single.2", earlier: ["single.1"], ...always });
  const lives = await Promise.all([1, 2, 3].map(() => beginLife(shared, new MemoryFiles(), "data")));
  expect(lives.map(({ writer }) => writer).sort()).toEqual(["single.3", "single.4", "single.5"]);
});

test("a folder of another cluster, or with data of its own, is refused", async () => {
  const files = new MemoryFiles();
  await beginLife(registers(), files, "data");
  await expect(beginLife(registers(), files, "data")).rejects.toThrow("[data] belongs to another cluster");
  expect(() => refuseMember(files, "data")).toThrow("[data] belongs to a cluster: start with --cluster");
  const own = new MemoryFiles();
  await own.replace("cluster/cluster-state-1", Buffer.from("x"));
  await expect(beginLife(registers(), own, "data")).rejects.toThrow("[data] holds data that the cluster does not know");
  expect(() => refuseMember(own, "data")).not.toThrow();
});

test("a disk is current as long as no other one was used since", async () => {
  const shared = registers();
  const [one, other] = [new MemoryFiles(), new MemoryFiles()];
  const isCurrent = async (files: MemoryFiles): Promise<boolean> =>
    (await beginLife(shared, files, "data")).isDiskCurrent;
  expect(await isCurrent(one)).toBe(true);
  expect(await isCurrent(other)).toBe(false);
  expect(await isCurrent(other)).toBe(true);
  expect(await isCurrent(one)).toBe(false);
});

describe("a folder that was a node by itself", () => {
  const state = { clusterUuid: "own", indices: {}, customs: {} } as unknown as ClusterState;
  const folder = async (clusterUuid = "own"): Promise<MemoryFiles> => {
    const files = new MemoryFiles();
    await new FileClusterStateStore(files, "cluster", () => undefined).compareAndSet(0, { ...state, clusterUuid });
    const log = new FileOperationLog(files, "log");
    log.append("i/0", [operation(0)]);
    await log.close();
    return files;
  };
  let blobs: MemoryBlobs;
  let shared: BlobRegisters;
  beforeEach(() => {
    blobs = new MemoryBlobs();
    shared = new BlobRegisters(blobs, { pollMs: 10_000 });
  });
  const begin = (files: MemoryFiles): ReturnType<typeof beginLife> => {
    const adopted = new AdoptedFolder({ files, path: "data" }, new RegisterClusterStateStore(shared), blobs);
    return beginLife(shared, files, "data", adopted);
  };

  test("begins a cluster with its state, and with the files of its log", async () => {
    const files = await folder();
    expect(await begin(files)).toEqual({
      writer: "single.1",
      earlier: [],
      node: SINGLE,
      firstFile: 2,
      isDiskCurrent: true,
    });
    const taken = await new RegisterClusterStateStore(shared).read();
    expect(taken?.state.clusterUuid).toBe("own");
    expect(await begin(files)).toMatchObject({ writer: "single.2", firstFile: 2, isDiskCurrent: true });
  });

  test("is waited for until all of it is stored elsewhere", async () => {
    const files = await folder();
    await begin(files);
    await expect(begin(new MemoryFiles())).rejects.toThrow("the cluster began with another data directory");
    await new LogBeginning(blobs, SINGLE, ["single.1"]).write("single.1", { writer: "single.1", chunk: 1, file: 2 });
    expect(await begin(new MemoryFiles())).toMatchObject({ writer: "single.2", isDiskCurrent: false });
  });

  test("goes on where a crash kept it from becoming a member, and another folder does not", async () => {
    const files = await folder();
    await begin(files);
    files.remove(MEMBER_FILE);
    await expect(begin(await folder("other"))).rejects.toThrow("holds data that the cluster does not know");
    expect(await begin(files)).toMatchObject({ writer: "single.2", isDiskCurrent: true });
    const late = await folder("late");
    await new RegisterClusterStateStore(shared).read();
    await expect(begin(late)).rejects.toThrow("holds data that the cluster does not know");
  });

  test("is refused when the cluster has a state of another one", async () => {
    await new RegisterClusterStateStore(shared).compareAndSet(0, { ...state, clusterUuid: "other" });
    await expect(begin(await folder())).rejects.toThrow("cannot begin the cluster that the settings name");
  });
});
