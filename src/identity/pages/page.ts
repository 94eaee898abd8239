/** A page that the server makes: complete in itself, and closed to whatever others might put into it. */
import { createHash } from "node:crypto";
import type { IdentityResponse } from "../interface/endpoint.ts";

/**
 * What a page shows. `body` and `script` are markup of ours: what comes from elsewhere goes through `escapeHtml` first.
 */
export interface PageParts {
  readonly title: string;
  readonly body: string;
  readonly script?: string;
}

const STYLE = `
body { font: 15px/1.5 system-ui, sans-serif; margin: 2rem auto; max-width: 60rem; padding: 0 1rem; color: #1b1f24; background: #fff }
h1 { font-size: 1.6rem } h2 { font-size: 1.2rem; margin-top: 2.2rem; border-bottom: 1px solid #d5d9de }
code, pre { font: 13px/1.45 ui-monospace, monospace } pre { background: #f4f6f8; padding: .6rem .8rem; overflow: auto; border-radius: 4px }
summary { cursor: pointer; padding: .25rem 0 } summary b { display: inline-block; min-width: 4.5rem } table { border-collapse: collapse }
td, th { text-align: left; vertical-align: top; padding: .15rem 1rem .15rem 0 } input, button { font: inherit; padding: .3rem .5rem }
@media (prefers-color-scheme: dark) { body { color: #e6e8ea; background: #14171a } pre { background: #1f2428 } h2 { border-color: #3a4046 } a { color: #8ab4f8 } }`;

export function page({ title, body, script }: PageParts): IdentityResponse {
  const text = `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>${escapeHtml(title)} – Wardex</title>
<style>${STYLE}</style></head><body><h1>${escapeHtml(title)}</h1>${body}${script === undefined ? "" : `<script>${script}</script>`}</body></html>
`;
  const scripts = script === undefined ? "'none'" : `'sha256-${hash(script)}'`;
  return {
    status: 200,
    content: { type: "text/html; charset=utf-8", text },
    headers: {
      "Content-Security-Policy": `default-src 'none'; style-src 'sha256-${hash(STYLE)}'; script-src ${scripts}; connect-src 'self'; form-action 'none'; frame-ancestors 'none'; base-uri 'none'`,
      "Referrer-Policy": "no-referrer",
    },
  };
}

export function escapeHtml(text: string): string {
  return text
    .replaceAll("&", "&amp;")
    .replaceAll("<", "&lt;")
    .replaceAll(">", "&gt;")
    .replaceAll('"', "&quot;")
    .replaceAll("'", "&#39;");
}

function hash(text: string): string {
  return createHash("sha256").update(text).digest("base64");
}
