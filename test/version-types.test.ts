import { readFileSync, writeFileSync } from "node:fs";
import { beforeAll, describe, expect, test } from "vitest";
import { call, type ServerProcess, startServer } from "./server-process.ts";
import {
  OPERATIONS,
  packed,
  type PackedTable,
  type Send,
  type Table,
  unpacked,
  versionTable,
  VERSION_TYPES,
} from "./version-types.ts";

/** What Elasticsearch 8.19 answered; written anew with WARDEX_ORACLE (its address) and WARDEX_RECORD=1. */
const recordFile = new URL("version-types.json", import.meta.url);
const oracle = process.env["WARDEX_ORACLE"];
/** One answer a line, one type a line. */
function packedText({ answers, cells }: PackedTable): string {
  const lines = (items: readonly string[]): string => items.map((item) => `    ${item}`).join(",\n");
  const operations = Object.entries(cells).map(([name, types]) => {
    const rows = Object.entries(types).map(([type, numbers]) => `${JSON.stringify(type)}: ${JSON.stringify(numbers)}`);
    return `  ${JSON.stringify(name)}: {\n${lines(rows)}\n  }`;
  });
  return `{\n"answers": [\n${lines(answers.map((answer) => JSON.stringify(answer)))}\n],\n"cells": {\n${operations.join(",\n")}\n}\n}\n`;
}

const sendTo =
  (url: string): Send =>
  (method, path, body) =>
    call(url, method, path, body);
const recorded = (): Table => unpacked(JSON.parse(readFileSync(recordFile, "utf8")) as PackedTable);

/** What we take and 8.19 refuses: `force` writes whatever version it is told, and reads any. */
function expected(cell: string, answer: string): string {
  const [operation = "", type = "", version = "", state = ""] = cell.split(" | ");
  if (type !== "force") return answer;
  const there = state === "there";
  const given = { lower: 3, equal: 5, higher: 7 }[version];
  const illegal = `illegal version value [${version === "none" ? -3 : -1}] for version type [FORCE]`;
  const invalid = (reason: string): string =>
    `400 action_request_validation_exception: Validation Failed: 1: ${reason};`;
  const write = (done: string, missing: string, status: number): string => {
    const item = operation.startsWith("bulk") ? `200 item ${status}` : String(status);
    return given === undefined ? invalid(illegal) : `${item} ${there ? done : missing} at version ${given}`;
  };
  switch (operation.replace("bulk ", "")) {
    case "index":
      return write("updated", "created", there ? 200 : 201);
    case "delete":
      return write("deleted", "not_found", there ? 200 : 404);
    case "create":
    case "index op_type=create":
      return invalid("create operations only support internal versioning. use index instead");
    case "update":
      return operation === "update"
        ? invalid(
            "internal versioning can not be used for optimistic concurrency control. Please use `if_seq_no` and `if_primary_term` instead",
          )
        : "400 illegal_argument_exception: Update requests do not support versioning. Please use `if_seq_no` and `if_primary_term` instead";
    case "termvectors":
      return there ? "200 found at version 5" : "200 not found at version 0";
    case "mget":
      return there ? "200 found at version 5" : "200 not found";
    default:
      return there
        ? `200${operation === "get" ? " found at version 5" : ""}`
        : `404${operation === "get" ? " not found" : ""}`;
  }
}

describe("version types", () => {
  let server: ServerProcess;
  beforeAll(async () => {
    server = await startServer();
    return async () => void (await server.stop());
  });

  test("each operation answers each version type and version as a real server does", async () => {
    const ours = await versionTable(sendTo(server.url));
    const cells = Object.entries(recorded());
    expect(cells.length).toBe(OPERATIONS.length * VERSION_TYPES.length * 10);
    const different = cells.filter(([cell, answer]) => ours[cell] !== expected(cell, answer));
    expect(different.map(([cell, answer]) => `${cell}: ${ours[cell]}, expected ${expected(cell, answer)}`)).toEqual([]);
  });

  test.each(["/i/_doc/1?version=2&version_type=force", "/i/_bulk"])(
    "force is taken with a deprecation warning: %s",
    async (path) => {
      const isBulk = path.endsWith("_bulk");
      const answer = await server.call(
        "PUT",
        path,
        isBulk ? '{"index":{"_id":"1","version":2,"version_type":"force"}}\n{}\n' : {},
      );
      expect(answer.status).toBeLessThan(300);
      expect(answer.headers.get("warning")).toContain("version type FORCE is deprecated");
    },
  );
});

describe.skipIf(oracle === undefined)("the table of a real server", () => {
  test("is as it was recorded", { timeout: 600_000 }, async () => {
    const table = await versionTable(sendTo(oracle ?? ""));
    if (process.env["WARDEX_RECORD"] !== undefined) writeFileSync(recordFile, packedText(packed(table)));
    const before = recorded();
    expect(Object.entries(table).filter(([cell, answer]) => before[cell] !== answer)).toEqual([]);
    expect(Object.keys(table)).toEqual(Object.keys(before));
  });
});
