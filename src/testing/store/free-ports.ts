/** Ports of this machine that nobody listens on. */
import { createServer } from "node:net";

export async function freePorts(count: number): Promise<number[]> {
  const servers = await Promise.all(
    Array.from({ length: count }, async () => {
      const server = createServer();
      await new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening));
      return server;
    }),
  );
  return servers.map((server) => {
    const address = server.address();
    server.close();
    return typeof address === "object" && address ? address.port : 0;
  });
}
