import { describe, expect, test } from "vitest";
import { builtInAnalysis } from "../analyzers-of.ts";

function tokens(text: string, settings: Record<string, string> = {}): string[] {
  const chain = builtInAnalysis.chain({
    charFilters: [],
    tokenizer: { type: "uax_url_email", ...settings },
    tokenFilters: [],
  });
  return chain.tokens(text).map((token) => `${token.text} ${token.type} ${token.startOffset}`);
}

// Recorded from a real server (OpenSearch 3.8).
describe("uax_url_email", () => {
  test.each([
    ["see http://a.b/c?d=e#f, ok", ["see <ALPHANUM> 0", "http://a.b/c?d=e#f, <URL> 4", "ok <ALPHANUM> 24"]],
    ["mailto:a@b.de", ["mailto <ALPHANUM> 0", "a@b.de <EMAIL> 7"]],
    ["foo@bar.example", ["foo <ALPHANUM> 0", "bar.example <ALPHANUM> 4"]],
    ["user.name+tag@ex-ample.co.uk", ["user.name+tag@ex-ample.co.uk <EMAIL> 0"]],
    ['"quoted str"@x.com', ['"quoted str"@x.com <EMAIL> 0']],
    ["x@[1.2.3.4]", ["x@[1.2.3.4] <EMAIL> 0"]],
    ["a.comx", ["a.comx <ALPHANUM> 0"]],
    ["x.com漢", ["x.com <ALPHANUM> 0", "漢 <IDEOGRAPHIC> 5"]],
    ["http://localhost:80/a_b", ["http://localhost:80/a_b <URL> 0"]],
    ["ftp://localhost", ["ftp <ALPHANUM> 0", "localhost <ALPHANUM> 6"]],
    ["ftp://u:p@h/f?x file:///etc/x", ["ftp://u:p@h/f?x <URL> 0", "file:///etc/x <URL> 16"]],
    ["http://[::1]/a [::1] 1.2.3.4", ["http://[::1]/a <URL> 0", "[::1] <URL> 15", "1.2.3.4 <URL> 21"]],
    ["http:// 漢字", ["http <ALPHANUM> 0", "漢 <IDEOGRAPHIC> 8", "字 <IDEOGRAPHIC> 9"]],
    ["-a.com a-.com", ["a.com <URL> 1", "a <ALPHANUM> 7", "com <ALPHANUM> 10"]],
    ["HTTPS://X.ORG/(c)", ["HTTPS://X.ORG/ <URL> 0", "c <ALPHANUM> 15"]],
  ])("%s", (text, expected) => {
    expect(tokens(text)).toEqual(expected);
  });

  test("splits what exceeds the maximum token length", () => {
    expect(tokens("aaaaaaa bb", { max_token_length: "4" })).toEqual([
      "aaaa <ALPHANUM> 0",
      "aaa <ALPHANUM> 4",
      "bb <ALPHANUM> 8",
    ]);
  });
});
