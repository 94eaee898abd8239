/** Something to be written as JSON, and saved. */
import type { ComponentChildren } from "preact";
import { useRef } from "preact/hooks";
import { type Fault, isObject } from "../core/api.ts";
import { Code } from "./code.tsx";
import { Ask, useAsking } from "./dialog.tsx";

interface JsonDialogProps {
  readonly title: string;
  readonly label: string;
  /** What it shall be: `a document`. */
  readonly what: string;
  /** Of the editor. */
  readonly name: string;
  readonly text: string;
  readonly onChange: (text: string) => void;
  readonly cancel?: string;
  readonly onClose: () => void;
  /** Answers what went wrong, or `stays` where the dialog is not over yet. */
  readonly save: (value: Readonly<Record<string, unknown>>) => Promise<Fault | "stays" | undefined>;
  /** Stands before the editor. */
  readonly children?: ComponentChildren;
  readonly hint?: string;
}

export function JsonDialog(props: JsonDialogProps) {
  const { title, label, what, name, text, onChange, cancel, onClose, save, children, hint } = props;
  const box = useRef<HTMLDivElement>(null);
  const asking = useAsking(async () => {
    const parsed = objectOf(text, what);
    return parsed instanceof Error
      ? { status: 0, type: `This is not ${what} yet`, reason: parsed.message }
      : save(parsed);
  }, onClose);
  return (
    <Ask
      title={title}
      wide
      asking={asking}
      label={label}
      onClose={onClose}
      {...(cancel === undefined ? {} : { cancel })}
    >
      {children}
      <div class="editing" ref={box}>
        <Code
          label={name}
          text={text}
          onChange={onChange}
          onRun={() => box.current?.closest("form")?.requestSubmit()}
        />
      </div>
      {hint !== undefined && <span class="hint">{hint}</span>}
    </Ask>
  );
}

/** What a text holds, if it is an object. */
export function objectOf(text: string, what: string): Readonly<Record<string, unknown>> | Error {
  try {
    const parsed: unknown = JSON.parse(text);
    return isObject(parsed) ? parsed : new Error(`It begins with { and ends with }, as ${what} does.`);
  } catch (error) {
    return error instanceof Error ? error : new Error(String(error));
  }
}
