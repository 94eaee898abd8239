import { expect, test } from "vitest";
import { systemFailure } from "./system-failure.ts";

test.each([
  [Object.assign(new Error("EMFILE: too many open files, open 'x.js'"), { code: "EMFILE" }), /ulimit -n/],
  [new Error("storage failure: create data directory [/mnt/data]: EROFS"), /read-only.*--data.*\[\/mnt\/data\]/],
  [new Error("storage failure: create [/data/lock]: EACCES"), /permission denied.*--data/],
  [
    Object.assign(new Error("listen EADDRINUSE: address already in use 127.0.0.1:9200"), { code: "EADDRINUSE" }),
    /EADDRINUSE|--port/,
  ],
])("%s is told in a sentence", (error, words) => {
  expect(systemFailure(error)).toMatch(words);
});

test.each([[new Error("a bug")], [new TypeError("x is no function")], ["text"], [undefined]])(
  "%s is no failure of the system",
  (error) => {
    expect(systemFailure(error)).toBeUndefined();
  },
);
