/**
 * The editor, loaded when something is first to be written. It stands in a shadow root, where its styles are adopted
 * sheets: the policy of the page allows no styles within it.
 */
import {
  autocompletion,
  closeBrackets,
  type CompletionSource,
  completionStatus,
  completionKeymap,
  closeBracketsKeymap,
} from "@codemirror/autocomplete";
import { defaultKeymap, history, historyKeymap, indentWithTab } from "@codemirror/commands";
import { json, jsonParseLinter } from "@codemirror/lang-json";
import { bracketMatching, foldGutter, HighlightStyle, indentOnInput, syntaxHighlighting } from "@codemirror/language";
import { type Diagnostic, linter, setDiagnostics } from "@codemirror/lint";
import { search, searchKeymap } from "@codemirror/search";
import { Annotation, EditorState, type Extension } from "@codemirror/state";
import { drawSelection, EditorView, highlightActiveLine, keymap, lineNumbers } from "@codemirror/view";
import { tags } from "@lezer/highlight";

/** What an editor is made with. */
export interface EditorOptions {
  readonly host: HTMLElement;
  readonly text: string;
  readonly label: string;
  readonly readOnly: boolean;
  /** Absent: JSON. */
  readonly language?: Extension;
  readonly complete?: CompletionSource | undefined;
  readonly onChange: (text: string) => void;
  /** Ctrl Enter. */
  readonly onRun?: ((selection: { readonly from: number; readonly to: number }) => void) | undefined;
}

/** A place in the text that the server complained of. */
export interface Mark {
  readonly line: number;
  readonly column: number;
  readonly message: string;
}

export interface Editor {
  setText(text: string): void;
  /** Puts the cursor at the end, and shows it. */
  focusEnd(): void;
  cursor(): number;
  mark(mark: Mark | undefined): void;
  destroy(): void;
}

const COLOURS = HighlightStyle.define([
  { tag: tags.propertyName, color: "var(--code-key)" },
  { tag: tags.string, color: "var(--code-string)" },
  { tag: tags.number, color: "var(--code-number)" },
  { tag: [tags.bool, tags.null], color: "var(--code-atom)" },
  { tag: tags.keyword, color: "var(--accent)", fontWeight: "600" },
  { tag: tags.comment, color: "var(--ink-2)", fontStyle: "italic" },
  { tag: tags.punctuation, color: "var(--ink-2)" },
]);

const selected = "&.cm-focused > .cm-scroller > .cm-selectionLayer .cm-selectionBackground, .cm-selectionBackground";
const LOOK = EditorView.theme({
  "&": { height: "100%", fontSize: "12.5px", color: "var(--ink)", backgroundColor: "var(--paper)" },
  ".cm-content": { fontFamily: "var(--mono)", caretColor: "var(--accent)" },
  ".cm-gutters": { backgroundColor: "var(--paper)", color: "var(--ink-2)", border: "0" },
  ".cm-activeLine, .cm-activeLineGutter": { backgroundColor: "var(--hover)" },
  "&.cm-focused": { outline: "2px solid var(--accent)", outlineOffset: "-2px" },
  ".cm-cursor": { borderLeftColor: "var(--accent)" },
  [selected]: { backgroundColor: "var(--accent-soft)" },
  ".cm-tooltip": {
    backgroundColor: "var(--raised)",
    border: "1px solid var(--line-2)",
    borderRadius: "6px",
    color: "var(--ink)",
  },
  ".cm-tooltip-autocomplete ul li": { padding: "2px 8px", fontFamily: "var(--mono)", fontSize: "12px" },
  ".cm-tooltip-autocomplete ul li[aria-selected]": { backgroundColor: "var(--accent)", color: "var(--on-accent)" },
  ".cm-completionDetail": { color: "inherit", fontStyle: "normal", opacity: ".75" },
  ".cm-panels": { backgroundColor: "var(--raised)", color: "var(--ink)", borderColor: "var(--line)" },
  ".cm-foldPlaceholder": { backgroundColor: "var(--hover)", borderColor: "var(--line-2)", color: "var(--ink-2)" },
});

/** Of a text that the page set: it knows it already. */
const fromPage = Annotation.define<boolean>();

export function makeEditor(options: EditorOptions): Editor {
  const { host, text, label, readOnly, onChange, onRun } = options;
  const root = host.shadowRoot ?? host.attachShadow({ mode: "open" });
  const run = (view: EditorView): boolean => {
    const { from, to } = view.state.selection.main;
    onRun?.({ from, to });
    return onRun !== undefined;
  };
  const leave = (view: EditorView): boolean => {
    if (completionStatus(view.state) !== null) return false;
    view.contentDOM.blur();
    host.focus();
    return true;
  };
  const extensions: Extension[] = [
    keymap.of([
      { key: "Mod-Enter", run },
      // So that the keyboard gets out: Tab moves on after Escape.
      { key: "Escape", run: leave },
    ]),
    lineNumbers(),
    foldGutter(),
    highlightActiveLine(),
    drawSelection(),
    history(),
    bracketMatching(),
    closeBrackets(),
    indentOnInput(),
    search({ top: true }),
    options.language ?? [json(), linter(tolerant)],
    syntaxHighlighting(COLOURS),
    autocompletion({ icons: false, ...(options.complete ? { override: [options.complete] } : {}) }),
    keymap.of([
      ...closeBracketsKeymap,
      ...completionKeymap,
      ...searchKeymap,
      ...historyKeymap,
      ...defaultKeymap,
      indentWithTab,
    ]),
    EditorView.domEventHandlers({ beforeinput: overSelection }),
    EditorView.contentAttributes.of({ "aria-label": label, "aria-multiline": "true" }),
    EditorView.lineWrapping,
    EditorState.readOnly.of(readOnly),
    EditorView.updateListener.of((update) => {
      const isOurs = update.transactions.some((one) => one.annotation(fromPage) === true);
      if (update.docChanged && !isOurs) onChange(update.state.doc.toString());
    }),
    LOOK,
  ];
  const view = new EditorView({ root, parent: root, state: EditorState.create({ doc: text, extensions }) });
  // What scrolls can be reached by keyboard.
  view.scrollDOM.tabIndex = 0;
  return {
    setText(next) {
      if (next !== view.state.doc.toString())
        view.dispatch({
          changes: { from: 0, to: view.state.doc.length, insert: next },
          annotations: fromPage.of(true),
        });
    },
    focusEnd() {
      view.focus();
      view.dispatch({ selection: { anchor: view.state.doc.length }, scrollIntoView: true });
    },
    cursor: () => view.state.selection.main.head,
    mark(mark) {
      const found: Diagnostic[] = [];
      if (mark && mark.line <= view.state.doc.lines) {
        const line = view.state.doc.line(Math.max(1, mark.line));
        const from = Math.min(line.to, line.from + Math.max(0, mark.column - 1));
        found.push({ from, to: line.to, severity: "error", message: mark.message });
      }
      view.dispatch(setDiagnostics(view.state, found));
    },
    destroy: () => view.destroy(),
  };
}

/**
 * What is typed over a selection is put there by the editor: Chromium would keep the style of the text that goes by a
 * style attribute, which the policy of the page refuses, aloud.
 */
function overSelection(event: InputEvent, view: EditorView): boolean {
  const { data } = event;
  const { from, to, empty } = view.state.selection.main;
  if (event.inputType !== "insertText" || data === null || empty || view.composing) return false;
  event.preventDefault();
  const insert = () =>
    view.state.update(view.state.replaceSelection(data), { userEvent: "input.type", scrollIntoView: true });
  const handlers = view.state.facet(EditorView.inputHandler);
  if (!handlers.some((handle) => handle(view, from, to, data, insert))) view.dispatch(insert());
  return true;
}

/** Nothing written yet is no fault. */
function tolerant(view: EditorView): Diagnostic[] {
  return view.state.doc.toString().trim() === "" ? [] : jsonParseLinter()(view);
}
