import { expect, test } from "vitest";
import { checkOptions, type OpenOptions } from "./open-options.ts";
import { SettingError } from "./setting.ts";

test.each([
  [{ dat: "./data" }, /unknown option \[dat\] did you mean \[data\]\?/],
  [{ data: 1 }, /\[data\] must be a string/],
  [{ security: "off" }, /\[security\] must be a boolean/],
  [{ threads: -1 }, /\[threads\] must be a number from 0 to 64/],
  [{ threads: 1.5 }, /\[threads\]/],
  [{ threads: 65 }, /\[threads\]/],
  [{ memoryBytes: 0 }, /\[memoryBytes\] must be above 0/],
  [{ adminUser: "" }, /\[adminUser\] must not be empty/],
  [{ logLevel: "loud" }, /\[logLevel\] must be one of/],
  [{ listen: { ports: 1 } }, /unknown option \[listen\.ports\] did you mean \[port\]\?/],
  [{ listen: { port: 65_536 } }, /\[listen\.port\] must be a number from 0 to 65535/],
  [{ listen: { port: "9200" } }, /\[listen\.port\]/],
  [{ smtp: { host: "m", froms: "a@b" } }, /unknown option \[smtp\.froms\] did you mean \[from\]\?/],
  [{ smtp: { host: "m" } }, /smtp-from/],
  [{ webhookAllowPrivate: "true" }, /\[webhookAllowPrivate\] must be a boolean/],
  [{ security: false, listen: { host: "0.0.0.0" } }, /listens on a loopback address only/],
  [{ listen: { host: "0.0.0.0" } }, /plain HTTP is refused on 0\.0\.0\.0.*\[listen\.allowPlainHttp\]/],
  [{ listen: { tls: { certificate: "a" } } }, /\[listen\.tls\.key\] is missing/],
  [{ listen: { tls: { cert: "a" } } }, /unknown option \[listen\.tls\.cert\]/],
  [{ listen: { trustedProxies: "proxy.example" } }, /\[listen\.trustedProxies\] must hold addresses/],
])("the options %j are refused", (options, words) => {
  const check = (): void => checkOptions(options as unknown as OpenOptions);
  expect(check).toThrow(SettingError);
  expect(check).toThrow(words);
});

test.each([
  {},
  { threads: 64, data: "x", listen: {} },
  { security: false, listen: { host: "::1", port: 0 } },
  { adminPassword: undefined },
  { listen: { host: "::", allowPlainHttp: true } },
])("the options %j are taken", (options) => {
  expect(() => checkOptions(options as OpenOptions)).not.toThrow();
});
