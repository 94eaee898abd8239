/** What people may use, and who may: bindings, and the question itself. */
import { useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { type Answer, call } from "../core/api.ts";
import { type Choice, groupChoices, userChoices } from "../core/choices.ts";
import { type Application, type Binding, identityPath, type ListPage, remove, save } from "../core/identity.ts";
import { rights } from "../core/session.ts";
import { Collection, type FormTools, mayOf } from "../parts/collection.tsx";
import { FormDialog } from "../parts/form.tsx";
import { useCall } from "../parts/load.ts";
import { identityRecords } from "../parts/records.tsx";
import { Empty, Failure, Status } from "../parts/states.tsx";
import type { Column } from "../parts/table.tsx";

const COLUMNS: readonly Column<Application>[] = [
  { key: "name", title: "Application", wide: true, render: ({ name }) => <b dir="auto">{name}</b> },
  { key: "slug", title: "Slug", mono: true, render: ({ slug }) => slug },
  {
    key: "address",
    title: "Address",
    wide: true,
    render: ({ meta_launch_url }) => <span dir="auto">{meta_launch_url}</span>,
  },
];

export function Page() {
  const may = rights.value.identity;
  return (
    <Collection<Application>
      title="Applications"
      one="application"
      source={identityRecords("core/applications")}
      columns={COLUMNS}
      sorts={["name", "slug"]}
      keyOf={({ slug }) => slug}
      nameOf={({ name }) => name}
      may={mayOf("application")}
      makers={[{ label: "New application", form: (tools) => <EditApplication application={undefined} {...tools} /> }]}
      edit={(application, tools) => <EditApplication application={application} {...tools} />}
      empty={
        <Empty title="No applications yet">
          An application is something that groups and users may use, or may not.
        </Empty>
      }
      detail={(application) => (
        <>
          {application.meta_description && <p dir="auto">{application.meta_description}</p>}
          {may["view_policybinding"] === true && <Bindings key={application.pk} application={application} />}
          {may["change_application"] === true && <Ask key={application.slug} slug={application.slug} />}
        </>
      )}
      drop={{
        act: ({ slug }) => remove("core/applications", slug),
        label: "Delete the application",
        wordOf: ({ slug }) => slug,
        note: "Its bindings go too.",
      }}
    />
  );
}

function usePeople() {
  const users = useSignal<readonly Choice[]>([]);
  const groups = useSignal<readonly Choice[]>([]);
  useEffect(() => {
    void userChoices().then((found) => (users.value = found));
    void groupChoices().then((found) => (groups.value = found));
  }, []);
  return { users: users.value, groups: groups.value };
}

function Bindings({ application }: { application: Application }) {
  const path = `${identityPath("policies/bindings")}?target=${application.pk}&ordering=order&page_size=100`;
  const bindings = useCall<ListPage<Binding>>("GET", path);
  const adding = useSignal(false);
  const { users, groups } = usePeople();
  const titleOf = (choices: readonly Choice[], value: string): string =>
    choices.find((one) => one.value === value)?.title ?? value;
  const found = bindings.body?.results ?? [];
  const fault = bindings.answer.value?.fault;
  return (
    <section class="section" aria-label="Who may use it">
      <h3>Who may use it</h3>
      {fault && <Failure fault={fault} />}
      {bindings.body && found.length === 0 && <p>Everybody: nothing is bound to it.</p>}
      {found.length > 1 && (
        <p class="dim">
          {application.policy_engine_mode === "all" ? "All of these must let pass." : "Any one of these is enough."}
        </p>
      )}
      <ul class="rows">
        {found.map((binding) => (
          <li key={binding.pk}>
            <span>
              {binding.negate && "not "}
              {binding.group !== null
                ? `group ${titleOf(groups, binding.group)}`
                : binding.user !== null
                  ? `user ${titleOf(users, String(binding.user))}`
                  : "a policy"}
            </span>
            {!binding.enabled && <span class="tag">off</span>}
            <span class="grow" />
            {rights.value.identity["delete_policybinding"] === true && (
              <button
                type="button"
                class="link"
                onClick={() => void remove("policies/bindings", binding.pk).then(() => bindings.reload())}
              >
                Remove
              </button>
            )}
          </li>
        ))}
      </ul>
      {rights.value.identity["add_policybinding"] === true && (
        <p>
          <button type="button" onClick={() => (adding.value = true)}>
            Bind somebody
          </button>
        </p>
      )}
      {adding.value && (
        <FormDialog
          title={`Who may use ${application.name}?`}
          label="Bind"
          fields={[
            {
              name: "kind",
              title: "Who",
              kind: "one",
              choices: [
                { value: "group", title: "a group" },
                { value: "user", title: "a user" },
              ],
            },
            { name: "group", title: "Group", kind: "one", choices: groups, when: ({ kind }) => kind === "group" },
            { name: "user", title: "User", kind: "one", choices: users, when: ({ kind }) => kind === "user" },
            { name: "negate", title: "Everybody but these", kind: "check" },
          ]}
          values={{ kind: "group", group: groups[0]?.value ?? "", user: users[0]?.value ?? "", negate: false }}
          onClose={() => (adding.value = false)}
          save={async ({ kind, group, user, negate }) => {
            const who = kind === "group" ? { group } : { user: Number(user) };
            const answer = await save("policies/bindings", undefined, {
              target: application.pk,
              order: found.length,
              negate,
              ...who,
            });
            if (answer.ok) await bindings.reload();
            return answer;
          }}
        />
      )}
    </section>
  );
}

interface Access {
  readonly passing: boolean;
  readonly messages: readonly string[];
}

/** May somebody use it? Nobody is told that it was asked. */
function Ask({ slug }: { slug: string }) {
  const { users } = usePeople();
  const user = useSignal("");
  const answer = useSignal<Answer<Access> | undefined>(undefined);
  const ask = async (value: string): Promise<void> => {
    user.value = value;
    answer.value = undefined;
    if (value !== "")
      answer.value = await call<Access>(
        "GET",
        `${identityPath("core/applications", slug, "check_access")}?for_user=${value}`,
      );
  };
  const got = answer.value;
  return (
    <section class="section" aria-label="May somebody use it?">
      <h3>May somebody use it?</h3>
      <select aria-label="User to ask for" value={user} onChange={(event) => void ask(event.currentTarget.value)}>
        <option value="">choose a user…</option>
        {users.map(({ value, title }) => (
          <option key={value} value={value}>
            {title}
          </option>
        ))}
      </select>
      <p role="status">
        {got?.ok && <Status kind={got.body.passing ? "ok" : "bad"}>{got.body.passing ? "yes" : "no"}</Status>}{" "}
        {got?.ok && got.body.messages.join(" ")}
        {got?.fault?.reason}
      </p>
    </section>
  );
}

interface EditProps extends FormTools {
  readonly application: Application | undefined;
}

function EditApplication({ application, onClose, onSaved }: EditProps) {
  return (
    <FormDialog
      title={application ? `Edit ${application.name}` : "New application"}
      label={application ? "Save" : "Make the application"}
      fields={[
        { name: "name", title: "Name", kind: "text", required: true },
        {
          name: "slug",
          title: "Slug",
          kind: "text",
          required: true,
          hint: "Small letters, digits and -, as in an address.",
        },
        { name: "meta_launch_url", title: "Address", kind: "text" },
        { name: "meta_description", title: "Description", kind: "text" },
        {
          name: "policy_engine_mode",
          title: "Of several bindings",
          kind: "one",
          choices: [
            { value: "any", title: "one that lets pass is enough" },
            { value: "all", title: "all must let pass" },
          ],
        },
      ]}
      values={{
        name: application?.name ?? "",
        slug: application?.slug ?? "",
        meta_launch_url: application?.meta_launch_url ?? "",
        meta_description: application?.meta_description ?? "",
        policy_engine_mode: application?.policy_engine_mode ?? "any",
      }}
      onClose={onClose}
      save={async (values) => {
        const answer = await save<Application>("core/applications", application?.slug, values);
        if (answer.ok) onSaved();
        return answer;
      }}
    />
  );
}
