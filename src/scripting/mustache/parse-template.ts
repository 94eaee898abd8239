/**
 * Reads templates as mustache.java 0.9 does, whose ways with lines are its own: a line that holds nothing but the
 * beginning or the end of a section over several lines leaves no trace.
 */
import { RequestError } from "../../compat/errors.ts";
import type { Template, TemplateFunction, TemplatePart } from "./template-syntax.ts";

/** Sections within each other. */
const MOST_DEEP = 200;

/** Throws RequestError `mustache_exception` for what is no template. */
export function parseTemplate(source: string): Template {
  return new TemplateReader(source).read(undefined, true, 0);
}

/** The text around tags that is not written yet, and what of it may be left out. */
interface Line {
  text: string;
  /** Nothing but spaces since the line began. */
  isBlank: boolean;
  /** The line began here, and not behind a tag. */
  isStart: boolean;
  /** A break is left out while nothing but spaces stands before it. */
  dropsBreak: boolean;
}

class TemplateReader {
  readonly #source: string;
  #at = 0;
  #line = 0;
  #open = "{{";
  #close = "}}";
  #sawReturn = false;

  constructor(source: string) {
    this.#source = source;
  }

  /** Reads up to the end of a section, or of the template. */
  read(tag: string | undefined, isStart: boolean, deep: number): Template {
    if (deep > MOST_DEEP) throw this.#fault("Sections are nested too deeply");
    const parts: TemplatePart[] = [];
    const line: Line = { text: "", isBlank: true, isStart, dropsBreak: this.#line !== 0 };
    this.#line ||= 1;
    while (this.#at < this.#source.length) {
      if (this.#source.startsWith(this.#open, this.#at)) {
        this.#at += this.#open.length;
        if (this.#readTag(parts, line, tag, deep)) return parts;
      } else this.#readCharacter(parts, line);
    }
    if (tag !== undefined) throw this.#fault(`Failed to close '${tag}' tag`);
    write(parts, line);
    return parts;
  }

  #readCharacter(parts: TemplatePart[], line: Line): void {
    const character = this.#source[this.#at++]!;
    if (character === "\r") {
      this.#sawReturn = true;
      return;
    }
    if (character === "\n") {
      this.#line++;
      if (!line.dropsBreak || !line.isBlank) line.text += this.#sawReturn ? "\r\n" : "\n";
      write(parts, line);
      line.dropsBreak = false;
      line.isBlank = true;
      line.isStart = true;
      return;
    }
    this.#sawReturn = false;
    line.isBlank &&= character === " " || character === "\t";
    line.text += character;
  }

  /** Whether the tag ends the section. */
  #readTag(parts: TemplatePart[], line: Line, tag: string | undefined, deep: number): boolean {
    if (this.#source[this.#at] === "=") {
      this.#at++;
      write(parts, line);
      this.#changeDelimiters();
      line.isStart = false;
      return false;
    }
    const given = this.#upToClose();
    const command = given.trim();
    const [kind = ""] = command;
    const name = command.slice(1).trim();
    if (kind === "/") {
      if (!line.isStart || !line.isBlank) write(parts, line);
      if (name !== tag)
        throw this.#fault(`Mismatched start/end tags: ${tag ?? "null"} != ${name} in query-template:${this.#line}`);
      return true;
    }
    if (kind === "#" || kind === "^" || kind === "<" || kind === "$") this.#readSection(parts, line, command, deep);
    else {
      write(parts, line);
      const part = this.#valueOf(kind, name, command);
      if (part) parts.push(part);
    }
    line.isStart = false;
    return false;
  }

  #readSection(parts: TemplatePart[], line: Line, command: string, deep: number): void {
    const name = command.slice(1).trim();
    if (command.startsWith("<")) throw noPartials(name);
    line.isStart &&= line.isBlank;
    const first = this.#line;
    const inner = this.read(name, line.isStart, deep + 1);
    const isInline = this.#line === first;
    if (!line.isBlank || isInline) write(parts, line);
    line.text = "";
    line.dropsBreak = !isInline;
    parts.push(this.#sectionOf(command[0] ?? "", name, inner));
  }

  #sectionOf(kind: string, name: string, parts: Template): TemplatePart {
    if (kind === "$") return { kind: "block", parts };
    const used = kind === "#" ? functionOf(name) : undefined;
    if (!used) return { kind: "section", name, inverted: kind === "^", parts };
    if (used.name !== "url" && parts.length !== 1)
      throw mustacheFault(`Mustache function [${used.name}] must contain one and only one identifier`);
    return { kind: "function", ...used, parts };
  }

  #valueOf(kind: string, name: string, command: string): TemplatePart | undefined {
    switch (kind) {
      case "!":
      case "%":
        return undefined;
      case ">":
        throw noPartials(name);
      case "&":
        return { kind: "value", name, isEncoded: false };
      case "{":
        return { kind: "value", name: this.#unencodedName(name), isEncoded: false };
      default:
        return { kind: "value", name: command, isEncoded: true };
    }
  }

  #unencodedName(name: string): string {
    if (this.#close !== "}}") return name.slice(0, -1).trim();
    if (this.#source[this.#at] !== "}") throw this.#fault(`Improperly closed variable in query-template:${this.#line}`);
    this.#at++;
    return name;
  }

  #upToClose(): string {
    const end = this.#source.indexOf(this.#close, this.#at);
    if (end < 0) throw this.#fault("Improperly closed variable");
    if (end === this.#at) throw this.#fault("Empty mustache");
    const given = this.#source.slice(this.#at, end);
    this.#at = end + this.#close.length;
    return given;
  }

  #changeDelimiters(): void {
    const closing = `=${this.#close}`;
    const end = this.#source.indexOf(closing, this.#at);
    const given = this.#source.slice(this.#at, end < 0 ? undefined : end);
    const [open, close, more] = given.trim().split(/\s+/);
    if (end < 0 || !open || !close || more !== undefined) throw this.#fault(`Invalid delimiter string: ${given}`);
    this.#at = end + closing.length;
    this.#open = open;
    this.#close = close;
  }

  #fault(reason: string): RequestError {
    return mustacheFault(`${reason} @[query-template:${this.#line}]`);
  }
}

function write(parts: TemplatePart[], line: Line): void {
  if (line.text !== "") parts.push({ kind: "text", text: line.text });
  line.text = "";
}

const DELIMITED = "join delimiter='";

function functionOf(name: string): { readonly name: TemplateFunction; readonly delimiter: string } | undefined {
  const simple = name.toLowerCase();
  if (simple === "tojson") return { name: "toJson", delimiter: "" };
  if (simple === "join") return { name: "join", delimiter: "," };
  if (simple === "url") return { name: "url", delimiter: "" };
  if (!name.startsWith(DELIMITED) || !name.endsWith("'") || name.length <= DELIMITED.length) return undefined;
  return { name: "join", delimiter: name.slice(DELIMITED.length, -1) };
}

function noPartials(name: string): RequestError {
  return new RequestError(400, "mustache_not_found_exception", `Template ${name} not found`);
}

export function mustacheFault(reason: string, cause?: RequestError): RequestError {
  return new RequestError(400, "mustache_exception", reason, { cause });
}
