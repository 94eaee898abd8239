/** Which events people are told of: made of a search of events, or changed later. */
import { useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { type Answer, call } from "../../core/api.ts";
import { type Choice, choicesOf, groupChoices, transportChoices } from "../../core/choices.ts";
import {
  all,
  type Binding,
  identityPath,
  type ListPage,
  type Matcher,
  remove,
  type Rule,
  save,
} from "../../core/identity.ts";
import { FormDialog, type FormField, type FormValues } from "../../parts/form.tsx";
import { say } from "../../parts/notice.tsx";

interface Action {
  readonly name: string;
  readonly component: string;
}

/** Whatever a record is, it has a key. */
interface Keyed {
  readonly pk: string;
}

const SEVERITIES = choicesOf(["notice", "warning", "alert"]);

/** What the form offers, and of a rule that is there the one policy that says which events it means. */
interface Known {
  readonly groups: readonly Choice[];
  readonly transports: readonly Choice[];
  readonly actions: readonly Choice[];
  readonly matcher: Matcher | undefined;
}

async function look(rule: Rule | undefined): Promise<Known> {
  const [groups, transports, actions, matcher] = await Promise.all([
    groupChoices(),
    transportChoices(),
    call<readonly Action[]>("GET", identityPath("events/events", "actions")),
    rule && matcherOf(rule),
  ]);
  return {
    groups,
    transports,
    actions: actions.ok ? actions.body.map(({ name, component }) => ({ value: component, title: name })) : [],
    matcher,
  };
}

/** Undefined where a rule has none, several, or one of another kind. */
async function matcherOf(rule: Rule): Promise<Matcher | undefined> {
  const bound = await call<ListPage<Binding>>("GET", `${identityPath("policies/bindings")}?target=${rule.pk}`);
  const [only, another] = bound.ok ? bound.body.results : [];
  if (!only || another) return undefined;
  return (await all<Matcher>("policies/event_matcher")).find(({ pk }) => pk === only.policy);
}

interface EditRuleProps {
  /** One that is there; absent: a new one. */
  readonly rule?: Rule;
  /** What a new one begins with. */
  readonly action?: string;
  readonly onClose: () => void;
  readonly onSaved?: (key: string) => void;
}

export function EditRule({ rule, action = "", onClose, onSaved }: EditRuleProps) {
  const known = useSignal<Known | undefined>(undefined);
  useEffect(() => void look(rule).then((found) => (known.value = found)), []);
  if (!known.value) return null;
  const { groups, transports, matcher } = known.value;
  return (
    <FormDialog
      title={rule ? `Edit ${rule.name}` : "Tell people of events"}
      label={rule ? "Save" : "Make the rule"}
      fields={fieldsOf(known.value, rule)}
      values={{
        name: rule?.name ?? action.replaceAll("_", " "),
        action: matcher?.action ?? action,
        client_ip: matcher?.client_ip ?? "",
        group: rule?.group ?? groups[0]?.value ?? "",
        severity: rule?.severity ?? "warning",
        transports:
          rule?.transports ?? transports.filter(({ title }) => title.includes("local")).map(({ value }) => value),
      }}
      onClose={onClose}
      save={async (values) => {
        const answer = rule ? await change(rule, matcher, values) : await make(values);
        if (answer.ok) {
          say(rule ? `${String(values["name"])} is saved.` : `${String(values["name"])} is a rule now.`);
          onSaved?.(answer.body.pk);
        }
        return answer;
      }}
    >
      {rule && !matcher && <p class="hint">Which events it means is told by policies that are bound to it.</p>}
    </FormDialog>
  );
}

function fieldsOf({ groups, transports, actions, matcher }: Known, rule: Rule | undefined): FormField[] {
  const which: FormField[] = [
    {
      name: "action",
      title: "When somebody did",
      kind: "one",
      choices: [{ value: "", title: "anything" }, ...actions],
    },
    { name: "client_ip", title: "From this address (empty: from anywhere)", kind: "text" },
  ];
  return [
    { name: "name", title: "Name", kind: "text", required: true },
    ...(rule && !matcher ? [] : which),
    { name: "group", title: "Tell the members of", kind: "one", choices: groups },
    { name: "severity", title: "As", kind: "one", choices: SEVERITIES },
    { name: "transports", title: "By", kind: "several", choices: transports },
  ];
}

async function change(rule: Rule, matcher: Matcher | undefined, values: FormValues): Promise<Answer<Keyed>> {
  const { action, client_ip, ...own } = values;
  if (matcher && (matcher.action !== action || matcher.client_ip !== client_ip)) {
    const matched = await save<Keyed>("policies/event_matcher", matcher.pk, { action, client_ip });
    if (!matched.ok) return matched;
  }
  return save<Keyed>("events/rules", rule.pk, own);
}

/** Three records: what is looked for, who is told and how, and that one belongs to the other. */
async function make({ action, client_ip, ...own }: FormValues): Promise<Answer<Keyed>> {
  const matcher = await save<Keyed>("policies/event_matcher", undefined, {
    name: `${String(own["name"])} (events)`,
    action,
    client_ip,
  });
  if (!matcher.ok) return matcher;
  const made = await save<Keyed>("events/rules", undefined, own);
  const bound = made.ok
    ? await save<Keyed>("policies/bindings", undefined, { target: made.body.pk, policy: matcher.body.pk, order: 0 })
    : made;
  if (bound.ok) return made;
  if (made.ok) await remove("events/rules", made.body.pk);
  await remove("policies/event_matcher", matcher.body.pk);
  return bound;
}
