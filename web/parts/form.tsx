/** Fields of a form by description, with what the server says of each beside it. */
import type { ComponentChildren } from "preact";
import { type Signal, useSignal } from "@preact/signals";
import { useId } from "preact/hooks";
import type { Answer } from "../core/api.ts";
import type { Choice } from "../core/choices.ts";
import { Ask, useAsking } from "./dialog.tsx";
import { Failure } from "./states.tsx";

export type FormValue = string | boolean | readonly string[];
export type FormValues = Readonly<Record<string, FormValue>>;

export interface FormField {
  readonly name: string;
  readonly title: string;
  readonly kind: "text" | "password" | "long" | "check" | "one" | "several";
  readonly required?: boolean;
  readonly hint?: string;
  readonly placeholder?: string;
  readonly mono?: boolean;
  /** Where writing begins; else it is the first field. */
  readonly focus?: boolean;
  readonly choices?: readonly Choice[];
  /** Shown where this holds of the other values. */
  readonly when?: (values: FormValues) => boolean;
}

interface FormDialogProps {
  readonly title: string;
  readonly fields: readonly FormField[];
  readonly values: FormValues;
  readonly label: string;
  readonly onClose: () => void;
  /** Answers; where it is good, the dialog closes. */
  readonly save: (values: FormValues) => Promise<Answer<unknown>>;
  /** Another way to save. */
  readonly other?:
    | { readonly label: string; readonly save: (values: FormValues) => Promise<Answer<unknown>> }
    | undefined;
  readonly children?: ComponentChildren;
}

export function FormDialog({ title, fields, values: first, label, onClose, save, other, children }: FormDialogProps) {
  const values = useSignal<FormValues>(first);
  const asking = useAsking(async () => (await save(values.value)).fault, onClose);
  const second = useAsking(async () => (await other?.save(values.value))?.fault, onClose);
  const shown = fields.filter(({ when }) => when === undefined || when(values.value));
  const own = asking.fault?.fields ?? {};
  const isOwn = Object.keys(own).some((name) => shown.some((field) => field.name === name));
  const focused = shown.find(({ focus }) => focus === true) ?? shown[0];
  return (
    <Ask
      title={title}
      asking={asking}
      label={label}
      onClose={onClose}
      quiet={isOwn}
      more={
        other && (
          <button type="button" disabled={second.busy} onClick={second.submit}>
            {other.label}
          </button>
        )
      }
    >
      {shown.map((field) => (
        <FormRow key={field.name} field={field} values={values} fault={own[field.name]} first={field === focused} />
      ))}
      {children}
      {second.fault && <Failure fault={second.fault} />}
    </Ask>
  );
}

interface FormRowProps {
  readonly field: FormField;
  readonly values: Signal<FormValues>;
  readonly fault: string | undefined;
  readonly first: boolean;
}

function FormRow({ field, values, fault, first }: FormRowProps) {
  const id = useId();
  const { name, title, kind, hint } = field;
  const value = values.value[name];
  const set = (next: FormValue): void => {
    values.value = { ...values.value, [name]: next };
  };
  if (kind === "check")
    return (
      <div class="field">
        <label class="check">
          <input type="checkbox" checked={value === true} onChange={(event) => set(event.currentTarget.checked)} />
          <span>{title}</span>
        </label>
        {hint && <span class="hint">{hint}</span>}
      </div>
    );
  if (kind === "several") return <Several field={field} value={Array.isArray(value) ? value : []} set={set} />;
  const described = fault ? `${id}-fault` : hint ? `${id}-hint` : undefined;
  const common = {
    id,
    "aria-describedby": described,
    "aria-invalid": fault !== undefined,
    required: field.required === true,
    autofocus: first,
    ...(field.placeholder === undefined ? {} : { placeholder: field.placeholder }),
    ...(field.mono === true ? { class: "mono" } : {}),
  } as const;
  const text = typeof value === "string" ? value : "";
  return (
    <div class="field">
      <label for={id}>{title}</label>
      {kind === "one" ? (
        <select {...common} value={text} onChange={(event) => set(event.currentTarget.value)}>
          {field.choices?.map((choice) => (
            <option key={choice.value} value={choice.value}>
              {choice.title}
            </option>
          ))}
        </select>
      ) : kind === "long" ? (
        <textarea
          {...common}
          class="mono"
          rows={6}
          spellcheck={false}
          value={text}
          onInput={(event) => set(event.currentTarget.value)}
        />
      ) : (
        <Line isSecret={kind === "password"} attributes={common} value={text} onInput={set} />
      )}
      {hint && (
        <span class="hint" id={`${id}-hint`}>
          {hint}
        </span>
      )}
      {fault && (
        <span class="error" id={`${id}-fault`}>
          {fault}
        </span>
      )}
    </div>
  );
}

interface LineProps {
  readonly isSecret: boolean;
  readonly attributes: object;
  readonly value: string;
  readonly onInput: (text: string) => void;
}

function Line({ isSecret, attributes, value, onInput }: LineProps) {
  const typed = (event: { readonly currentTarget: { readonly value: string } }): void =>
    onInput(event.currentTarget.value);
  return isSecret ? (
    <input {...attributes} type="password" autocomplete="new-password" value={value} onInput={typed} />
  ) : (
    <input {...attributes} type="text" autocomplete="off" value={value} onInput={typed} />
  );
}

const FEW = 8;

/** Any of some choices; many are found by typing. */
function Several({
  field,
  value,
  set,
}: {
  field: FormField;
  value: readonly string[];
  set: (next: readonly string[]) => void;
}) {
  const typed = useSignal("");
  const choices = field.choices ?? [];
  const shown = choices.filter(
    ({ title, value: one }) => value.includes(one) || title.toLowerCase().includes(typed.value.toLowerCase()),
  );
  return (
    <fieldset class="choice">
      <legend>{field.title}</legend>
      {choices.length === 0 && <p class="dim">There are none yet.</p>}
      {choices.length > FEW && (
        <input
          type="search"
          aria-label={`Find among ${field.title}`}
          placeholder="Find…"
          value={typed}
          onInput={(event) => (typed.value = event.currentTarget.value)}
        />
      )}
      <div class="several">
        {shown.map(({ value: one, title }) => (
          <label key={one} class="check">
            <input
              type="checkbox"
              checked={value.includes(one)}
              onChange={(event) =>
                set(event.currentTarget.checked ? [...value, one] : value.filter((other) => other !== one))
              }
            />
            <span dir="auto">{title}</span>
          </label>
        ))}
      </div>
      {field.hint && <span class="hint">{field.hint}</span>}
    </fieldset>
  );
}
