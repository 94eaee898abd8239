/** Errors of Elasticsearch's ObjectParser with the place in the text of the body at which they are raised. */
import { RequestError } from "./errors.ts";
import { type JsonPath, locateJson, placeInBytes } from "./json/locate-json.ts";

/** A value in the body: its name, its first or its last token. */
export type BodyPlace = readonly [path: JsonPath, part: "name" | "value" | "last"];

/** The text of a body; empty where it is not JSON: then every place is the first. */
export class LocatedBody {
  readonly #text: string;

  constructor(text: string) {
    this.#text = text;
  }

  /** 400 `x_content_parse_exception` at a place. */
  error(path: JsonPath, part: BodyPlace[1], reason: string, cause?: RequestError): RequestError {
    const found = locateJson(this.#text, path);
    const closes = found !== undefined && /[\]}]/.test(this.#text[found.end - 1] ?? "");
    const offset =
      found === undefined
        ? 0
        : part === "name"
          ? found.nameStart
          : part === "last" && closes
            ? found.end - 1
            : found.start;
    const { line, col } = placeInBytes(this.#text, offset);
    return new RequestError(400, "x_content_parse_exception", `[${line}:${col}] ${reason}`, { cause });
  }
}
