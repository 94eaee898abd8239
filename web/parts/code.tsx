/** A place to write JSON in; what was typed is heard with every key, also before the editor is there. */
import type { CompletionSource } from "@codemirror/autocomplete";
import type { Extension } from "@codemirror/state";
import { useSignal } from "@preact/signals";
import { useEffect, useRef } from "preact/hooks";
import type { Editor, Mark } from "./editor.ts";

interface CodeProps {
  readonly text: string;
  readonly label: string;
  readonly onChange?: (text: string) => void;
  readonly onRun?: (selection: { readonly from: number; readonly to: number }) => void;
  readonly complete?: CompletionSource;
  readonly language?: () => Promise<Extension>;
  readonly mark?: Mark | undefined;
  /** Hands out the editor once it is there. */
  readonly onReady?: (editor: Editor) => void;
}

export function Code(props: CodeProps) {
  const { text, label, onChange, mark } = props;
  const host = useRef<HTMLDivElement>(null);
  const editor = useRef<Editor>(undefined);
  const latest = useRef(props);
  latest.current = props;
  const failed = useSignal(false);
  // What the editor told and has not come back yet: who types fast is ahead of the page, and is not set back.
  const told = useRef<string[]>([]);
  useEffect(() => {
    let gone = false;
    const start = async (): Promise<void> => {
      try {
        const [{ makeEditor }, language] = await Promise.all([import("./editor.ts"), props.language?.()]);
        if (gone || !host.current) return;
        editor.current = makeEditor({
          host: host.current,
          text: latest.current.text,
          label,
          readOnly: onChange === undefined,
          ...(language ? { language } : {}),
          complete: props.complete,
          onChange(next) {
            told.current.push(next);
            latest.current.onChange?.(next);
          },
          onRun: (selection) => latest.current.onRun?.(selection),
        });
        latest.current.onReady?.(editor.current);
      } catch {
        failed.value = true;
      }
    };
    void start();
    return () => {
      gone = true;
      editor.current?.destroy();
      editor.current = undefined;
    };
  }, []);
  useEffect(() => {
    const at = told.current.indexOf(text);
    told.current = told.current.slice(at + 1);
    if (at >= 0) return;
    told.current = [];
    editor.current?.setText(text);
  }, [text]);
  useEffect(() => editor.current?.mark(mark), [mark]);
  if (failed.value)
    return (
      <textarea
        class="mono code"
        aria-label={label}
        value={text}
        readOnly={onChange === undefined}
        onInput={(event) => onChange?.(event.currentTarget.value)}
      />
    );
  return <div ref={host} class="code" tabIndex={-1} />;
}
