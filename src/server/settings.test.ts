import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import { SettingError } from "./setting.ts";
import { helpText, readCommandLine, serverSettings, toSettings } from "./settings.ts";

const folder = mkdtempSync(join(tmpdir(), "wardex-settings-"));
afterAll(() => rmSync(folder, { recursive: true }));

const machine = { memoryBytes: 8 * 1024 ** 3, hostName: "here" };
const settingsOf = (args: string[], environment: Record<string, string> = {}) =>
  toSettings(readCommandLine(args, environment).values, machine);

function config(text: string): string {
  const file = join(folder, `${Math.random()}.yml`);
  writeFileSync(file, text);
  return file;
}

describe("settings", () => {
  test("have the documented defaults", () => {
    expect(settingsOf([])).toMatchObject({
      host: "127.0.0.1",
      port: 9200,
      dataPath: "./data",
      adminUser: "admin",
      security: true,
      memoryBytes: 4 * 1024 ** 3,
      logLevel: "info",
      shutdownGraceMs: 30_000,
      nodeName: "here",
    });
  });

  test("of the listener are read", () => {
    const certificate = ["--tls-certificate", "a.crt", "--tls-key", "a.key"];
    const { listener } = settingsOf(["--host", "::", ...certificate, "--trusted-proxies", "10.0.0.0/8"], {
      WARDEX_TLS_KEY_PASSPHRASE: "open",
    });
    expect(listener).toMatchObject({
      tls: { certificate: "a.crt", key: "a.key", ca: undefined, passphrase: "open" },
      publicUrl: undefined,
    });
    expect([listener.proxies.trusts("10.1.2.3"), listener.proxies.trusts("127.0.0.1")]).toEqual([true, false]);
    expect(settingsOf(["--public-url", "HTTPS://Search.example.org:443/"]).listener.publicUrl).toBe(
      "https://search.example.org",
    );
    expect(settingsOf(["--host", "192.0.2.1", "--allow-plain-http", "on"]).listener.tls).toBeUndefined();
  });

  test("of a flag win over the environment, of the environment over the file", () => {
    const file = config("cluster-name: file\nnode-name: file\nport: 1\n");
    const environment = { WARDEX_CONFIG: file, WARDEX_CLUSTER_NAME: "environment", WARDEX_NODE_NAME: "environment" };
    expect(settingsOf(["--node-name", "flag"], environment)).toMatchObject({
      nodeName: "flag",
      clusterName: "environment",
      port: 1,
    });
    expect(settingsOf(["--config", config('{"port": 2}')], environment)).toMatchObject({ port: 2 });
  });

  test("are all told by the help", () => {
    const help = helpText();
    for (const { flag, environment } of serverSettings)
      expect([help.includes(`--${flag} `), help.includes(environment)]).toEqual([true, true]);
  });

  test("keep nothing on disk with :memory:", () => {
    expect(settingsOf(["--data", ":memory:"]).dataPath).toBeUndefined();
  });

  test.each(["127.0.0.1", "127.8.9.10", "localhost", "::1"])("security may be off on %s", (host) => {
    expect(settingsOf(["--security", "off", "--host", host]).security).toBe(false);
  });

  test("let nothing but webhooks to public addresses leave, unless told otherwise", () => {
    expect(settingsOf([]).notifications).toEqual({ smtp: undefined, webhookAllowPrivate: false });
    expect(settingsOf([], { WARDEX_WEBHOOK_ALLOW_PRIVATE: "true" }).notifications.webhookAllowPrivate).toBe(true);
    expect(settingsOf(["--config", config("webhook-allow-private: true")]).notifications.webhookAllowPrivate).toBe(
      true,
    );
  });

  test.each([
    ["starttls", 587],
    ["implicit", 465],
    ["off", 25],
  ])("of an SMTP server with TLS %s have port %d", (tls, port) => {
    const environment = {
      WARDEX_SMTP_HOST: "mail.example",
      WARDEX_SMTP_FROM: "a@b.example",
      WARDEX_SMTP_TLS: tls,
      WARDEX_SMTP_PASSWORD: "unused",
    };
    const smtp = { host: "mail.example", port, tls, from: "a@b.example", username: undefined, password: undefined };
    expect(settingsOf([], environment).notifications.smtp).toEqual(smtp);
    const named = settingsOf(["--smtp-port", "2525"], {
      ...environment,
      WARDEX_SMTP_USERNAME: "me",
      WARDEX_SMTP_PASSWORD: "secret",
    });
    expect(named.notifications.smtp).toEqual({ ...smtp, port: 2525, username: "me", password: "secret" });
  });

  const refused: [string, string[], RegExp][] = [
    ["an unknown flag", ["--prot", "1"], /--prot/],
    ["a word that is no flag", ["serve"], /serve/],
    ["a flag without its value", ["--port"], /--port/],
    ["a port that is no number", ["--port", "http"], /--port must be a number from 0 to 65535, not \[http\]/],
    ["an empty port", ["--port", ""], /--port must be/],
    ["a port beyond 65535", ["--port", "65536"], /--port must be/],
    ["threads that are no number", ["--threads", "many"], /--threads must be/],
    ["half a thread", ["--threads", "0.5"], /--threads must be/],
    ["more than 64 threads", ["--threads", "65"], /--threads must be/],
    ["an unknown log level", ["--log-level", "loud"], /--log-level must be/],
    ["a cap of memory that is too small", ["--memory", "63mb"], /--memory must be at least 64mb/],
    ["a cap of memory without a unit", ["--memory", "1000"], /memory/],
    ["a nameless administrator", ["--admin-user", ""], /--admin-user must not be empty/],
    ["security that is neither on nor off", ["--security", "maybe"], /--security must be on or off, not \[maybe\]/],
    [
      "security off where others reach it",
      ["--security", "off", "--host", "0.0.0.0"],
      /--security off is refused on 0\.0\.0\.0/,
    ],
    [
      "plain HTTP beyond this machine",
      ["--host", "0.0.0.0"],
      /plain HTTP is refused on 0\.0\.0\.0.*wardex certificate.*--allow-plain-http on/,
    ],
    ["plain HTTP perhaps", ["--allow-plain-http", "maybe"], /--allow-plain-http must be on or off/],
    ["a certificate without its key", ["--tls-certificate", "a"], /--tls-key is missing/],
    ["a key without its certificate", ["--tls-key", "a"], /--tls-certificate is missing/],
    ["an authority without a certificate", ["--tls-ca", "a"], /--tls-certificate is missing/],
    [
      "proxies that are no addresses",
      ["--trusted-proxies", "10.0.0.0/8,proxy.example"],
      /--trusted-proxies must hold addresses .*\[proxy\.example\]/,
    ],
    ["a public address without a scheme", ["--public-url", "search.example.org"], /--public-url must be a scheme/],
    ["a public address with a path", ["--public-url", "https://example.org/search"], /--public-url must be a scheme/],
    ["a public address of another scheme", ["--public-url", "ftp://example.org"], /--public-url must be a scheme/],
    ["security off on all addresses", ["--security", "off", "--host", "::"], /--security off is refused on ::/],
    [
      "security off on a name that only looks like loopback",
      ["--security", "off", "--host", "localhost.example"],
      /is refused/,
    ],
    ["an SMTP server without a sender", ["--smtp-host", "mail.example"], /--smtp-from must be/],
    [
      "an SMTP port beyond 65535",
      ["--smtp-host", "m", "--smtp-from", "a@b", "--smtp-port", "65536"],
      /--smtp-port must be a number from 1 to 65535/,
    ],
    [
      "another TLS than there is",
      ["--smtp-host", "m", "--smtp-from", "a@b", "--smtp-tls", "on"],
      /--smtp-tls must be starttls, implicit, off/,
    ],
    [
      "webhooks to private addresses perhaps",
      ["--webhook-allow-private", "maybe"],
      /--webhook-allow-private must be true or false/,
    ],
    ["a file that is not there", ["--config", "/nowhere.yml"], /cannot read the settings file \/nowhere\.yml/],
  ];
  test.each(refused)("refuse %s", (_what, args, words) => {
    const read = (): unknown => settingsOf(args);
    expect(read).toThrow(SettingError);
    expect(read).toThrow(words);
  });

  test.each([
    ["an unknown key", "prot: 1", /unknown setting \[prot\].*port/],
    ["a list", "- port", /must hold a map/],
    ["no YAML", "a: [", /cannot read the settings file/],
  ])("refuse a file with %s", (_what, text, words) => {
    expect(() => settingsOf(["--config", config(text)])).toThrow(words);
  });
});
