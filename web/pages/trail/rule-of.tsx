/** From a search of events to a rule that tells people of the next. */
import { useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { call } from "../../core/api.ts";
import {
  all,
  type Group,
  identityPath,
  type Matcher,
  remove,
  type Rule,
  save,
  type Transport,
} from "../../core/identity.ts";
import { type Choice, FormDialog } from "../../parts/form.tsx";
import { say } from "../../parts/notice.tsx";

interface Action {
  readonly name: string;
  readonly component: string;
}

export const SEVERITIES: readonly Choice[] = [
  { value: "notice", title: "notice" },
  { value: "warning", title: "warning" },
  { value: "alert", title: "alert" },
];

/** Three records: what is looked for, who is told and how, and that one belongs to the other. */
export function RuleOf({ action, onClose, onSaved }: { action: string; onClose: () => void; onSaved?: () => void }) {
  const choices = useSignal<{ groups: Choice[]; transports: Choice[]; actions: Choice[] } | undefined>(undefined);
  useEffect(() => {
    void Promise.all([
      all<Group>("core/groups"),
      all<Transport>("events/transports"),
      call<readonly Action[]>("GET", identityPath("events/events", "actions")),
    ]).then(([groups, transports, actions]) => {
      choices.value = {
        groups: groups.map(({ pk, name }) => ({ value: pk, title: name })),
        transports: transports.map(({ pk, name }) => ({ value: pk, title: name })),
        actions: actions.ok ? actions.body.map(({ name, component }) => ({ value: component, title: name })) : [],
      };
    });
  }, []);
  const known = choices.value;
  if (!known) return null;
  return (
    <FormDialog
      title="Tell people of events"
      label="Make the rule"
      fields={[
        { name: "name", title: "Name", kind: "text", required: true },
        {
          name: "action",
          title: "When somebody did",
          kind: "one",
          choices: [{ value: "", title: "anything" }, ...known.actions],
        },
        { name: "client_ip", title: "From this address (empty: from anywhere)", kind: "text" },
        { name: "group", title: "Tell the members of", kind: "one", choices: known.groups },
        { name: "severity", title: "As", kind: "one", choices: SEVERITIES },
        { name: "transports", title: "By", kind: "several", choices: known.transports },
      ]}
      values={{
        name: action === "" ? "" : action.replaceAll("_", " "),
        action,
        client_ip: "",
        group: known.groups[0]?.value ?? "",
        severity: "warning",
        transports: known.transports.filter(({ title }) => title.includes("local")).map(({ value }) => value),
      }}
      onClose={onClose}
      save={async ({ name, action: wanted, client_ip, ...rule }) => {
        const matcher = await save<Matcher>("policies/event_matcher", undefined, {
          name: `${String(name)} (events)`,
          ...(wanted === "" ? {} : { action: wanted }),
          ...(client_ip === "" ? {} : { client_ip }),
        });
        if (!matcher.ok) return matcher;
        const made = await save<Rule>("events/rules", undefined, { name, ...rule });
        if (!made.ok) {
          await remove("policies/event_matcher", matcher.body.pk);
          return made;
        }
        const bound = await save("policies/bindings", undefined, {
          target: made.body.pk,
          policy: matcher.body.pk,
          order: 0,
        });
        if (bound.ok) {
          say(`${String(name)} is a rule now.`);
          onSaved?.();
        }
        return bound;
      }}
    />
  );
}
