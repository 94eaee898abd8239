/** The address of a client as it says itself, for the audit trail only: a client can say what it likes. */
import type { RequestHead } from "./exchange.ts";

/** The first address of `X-Forwarded-For`, else `X-Real-IP`, else the other end of the connection. */
export function clientIp({ headers, clientAddress }: RequestHead): string {
  const forwarded = firstOf(headers["x-forwarded-for"])?.split(",")[0]?.trim();
  return forwarded || firstOf(headers["x-real-ip"]) || clientAddress || "255.255.255.255";
}

function firstOf(header: string | string[] | undefined): string | undefined {
  return Array.isArray(header) ? header[0] : header;
}
