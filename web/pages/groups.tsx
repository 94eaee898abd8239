/** People who have something in common, and what that gives them. */
import { useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { call } from "../core/api.ts";
import { type Choice, choicesOf, groupChoices, userChoices } from "../core/choices.ts";
import { type Group, remove, save } from "../core/identity.ts";
import { Collection, type FormTools, mayOf } from "../parts/collection.tsx";
import { FormDialog } from "../parts/form.tsx";
import { say } from "../parts/notice.tsx";
import { identityRecords } from "../parts/records.tsx";
import { Empty } from "../parts/states.tsx";
import type { Column } from "../parts/table.tsx";

const COLUMNS: readonly Column<Group>[] = [
  { key: "name", title: "Group", wide: true, render: ({ name }) => <b dir="auto">{name}</b> },
  { key: "members", title: "Members", num: true, render: ({ users }) => users.length },
  { key: "superuser", title: "", render: ({ is_superuser }) => is_superuser && <span class="tag">superusers</span> },
  { key: "roles", title: "Roles", render: ({ roles }) => <span dir="auto">{roles.join(", ")}</span> },
];

export function Page() {
  return (
    <Collection<Group>
      title="Groups"
      one="group"
      source={identityRecords("core/groups")}
      columns={COLUMNS}
      sorts={["name"]}
      keyOf={({ pk }) => pk}
      nameOf={({ name }) => name}
      may={mayOf("group")}
      makers={[{ label: "New group", form: (tools) => <EditGroup group={undefined} {...tools} /> }]}
      edit={(group, tools) => <EditGroup group={group} {...tools} />}
      empty={<Empty title="No groups yet">A group gives its members roles, and notifications go to groups.</Empty>}
      detail={(group) => <Members group={group} />}
      drop={{
        act: ({ pk }) => remove("core/groups", pk),
        label: "Delete the group",
        wordOf: ({ name }) => name,
        note: "Its members stay, without what the group gave them. Applications that it guards may be open then.",
      }}
    />
  );
}

function Members({ group }: { group: Group }) {
  return (
    <>
      <h3>Members</h3>
      {group.users_obj.length === 0 && <p class="dim">Nobody.</p>}
      <ul class="rows">
        {group.users_obj.map(({ pk, username, name }) => (
          <li key={pk}>
            <b dir="auto">{username}</b> <span dir="auto">{name}</span>
          </li>
        ))}
      </ul>
    </>
  );
}

function EditGroup({ group, onClose, onSaved }: FormTools & { group: Group | undefined }) {
  const users = useSignal<readonly Choice[] | undefined>(undefined);
  const groups = useSignal<readonly Choice[]>([]);
  const roles = useSignal<readonly Choice[]>([]);
  useEffect(() => {
    void Promise.all([userChoices(), groupChoices(), call<Record<string, unknown>>("GET", "/_security/role")]).then(
      ([people, others, known]) => {
        roles.value = choicesOf((known.ok ? Object.keys(known.body) : [...(group?.roles ?? [])]).sort());
        groups.value = others.filter(({ value }) => value !== group?.pk);
        users.value = people;
      },
    );
  }, []);
  if (!users.value) return null;
  return (
    <FormDialog
      title={group ? `Edit ${group.name}` : "New group"}
      label={group ? "Save" : "Make the group"}
      fields={[
        { name: "name", title: "Name", kind: "text", required: true },
        {
          name: "parent",
          title: "Within",
          kind: "one",
          choices: [{ value: "", title: "no other group" }, ...groups.value],
        },
        { name: "users", title: "Members", kind: "several", choices: users.value },
        { name: "roles", title: "Roles of its members", kind: "several", choices: roles.value },
        { name: "is_superuser", title: "Its members may do everything", kind: "check" },
      ]}
      values={{
        name: group?.name ?? "",
        parent: group?.parent ?? "",
        users: (group?.users ?? []).map(String),
        roles: group?.roles ?? [],
        is_superuser: group?.is_superuser ?? false,
      }}
      onClose={onClose}
      save={async ({ parent, users: members, ...values }) => {
        const answer = await save<Group>("core/groups", group?.pk, {
          ...values,
          parent: parent === "" ? null : parent,
          users: (members as readonly string[]).map(Number),
        });
        if (answer.ok) {
          say(`${String(values["name"])} is saved.`);
          onSaved();
        }
        return answer;
      }}
    />
  );
}
