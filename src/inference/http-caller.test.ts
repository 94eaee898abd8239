import { expect, test } from "vitest";
import { HttpCalls } from "./http-caller.ts";

const asked = (address: string, resolved: string): Promise<unknown> => {
  const calls = new HttpCalls("test", { allowPrivate: false, resolve: async () => [{ address: resolved, family: 4 }] });
  return calls.within(AbortSignal.timeout(5_000))({ id: "mine", url: address, headers: {}, body: {} });
};

test.each([
  ["http://127.0.0.1:1/v1/embeddings", "192.0.2.1", "127.0.0.1"],
  ["http://[::1]:1/", "192.0.2.1", "::1"],
  ["https://169.254.169.254/latest/meta-data", "192.0.2.1", "169.254.169.254"],
  ["http://models.example/v1", "10.0.0.1", "models.example"],
])("%s is not asked by a server that was not told to", async (address, resolved, host) => {
  await expect(asked(address, resolved)).rejects.toMatchObject({
    status: 400,
    message: `Failed to send request from inference entity id [mine]: ${host} is not a public address; endpoints at others need --inference-allow-private on`,
  });
});
