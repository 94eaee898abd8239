/** Background tasks, as far as superusers look at them and run them again. */
import type { JsonObject } from "../../../core/json.ts";
import { objectSchema, reference } from "../../interface/component.ts";
import type { Component, Endpoint } from "../../interface/endpoint.ts";
import { choice, dateTime, type Field, listOf, text } from "../../interface/fields.ts";
import { notFound } from "../../interface/identity-errors.ts";
import { superusersOnly } from "./superusers-only.ts";
import { TASK_STATUSES, type TaskReport } from "../../tasks/task.ts";

const fields: readonly Field[] = [
  { name: "task_name", kind: text(), required: true, description: "Also the id in the path of the retry operation." },
  { name: "task_description", kind: text({ blank: true }), required: true },
  {
    name: "task_finish_timestamp",
    kind: dateTime,
    required: true,
    description: "End of the last run; of an UNKNOWN task when it became known.",
  },
  { name: "status", kind: choice(TASK_STATUSES), required: true },
  { name: "messages", kind: listOf(text()), required: true },
];

const taskComponent: Component = { name: "Task", schema: objectSchema(fields) };
const NAME: Readonly<Record<string, JsonObject>> = { id: { type: "string" } };

export const systemTasks: readonly Endpoint[] = [
  {
    path: "admin/system_tasks/",
    title: "System Task List",
    components: [taskComponent],
    methods: {
      GET: {
        id: "admin_system_tasks_list",
        summary: "List background tasks",
        answer: { status: 200, description: "Success.", schema: { type: "array", items: reference("Task") } },
        refusals: [403],
        permission: "superuser",
        async handle(request) {
          superusersOnly(request);
          return { status: 200, body: (await request.tasks.list()).map(shown) };
        },
      },
    },
  },
  {
    path: "admin/system_tasks/{id}/",
    title: "System Task Instance",
    parameters: NAME,
    methods: {
      GET: {
        id: "admin_system_tasks_read",
        summary: "Read one background task",
        answer: { status: 200, description: "Success.", schema: reference("Task") },
        refusals: [403, 404],
        permission: "superuser",
        async handle(request, { id = "" }) {
          superusersOnly(request);
          const report = await request.tasks.find(id);
          if (!report) throw notFound();
          return { status: 200, body: shown(report) };
        },
      },
    },
  },
  {
    path: "admin/system_tasks/{id}/retry/",
    title: "System Task Retry",
    parameters: NAME,
    methods: {
      POST: {
        id: "admin_system_tasks_retry",
        summary: "Queue a task again",
        answer: { status: 201, description: "Queued, no body." },
        refusals: [403, 404],
        permission: "superuser",
        async handle(request, { id = "" }) {
          superusersOnly(request);
          if (!(await request.tasks.retry(id))) throw notFound();
          return { status: 201 };
        },
      },
    },
  },
];

function shown({ name, description, finishedMs, status, messages }: TaskReport): JsonObject {
  return {
    task_name: name,
    task_description: description,
    task_finish_timestamp: new Date(finishedMs).toISOString(),
    status,
    messages: [...messages],
  };
}
