/** `ml`: room for jobs of machine learning, which this server has none of: what is there is enough. */
import { parseTimeMs } from "../../compat/time-value.ts";
import type { Decider } from "../decider.ts";
import { integerSetting } from "../setting-values.ts";

export const ml: Decider = {
  name: "ml",
  roles: ["ml"],
  isDefault: true,
  settings: {
    num_anomaly_jobs_in_queue: (text) => integerSetting("num_anomaly_jobs_in_queue", text, 0),
    num_analytics_jobs_in_queue: (text) => integerSetting("num_analytics_jobs_in_queue", text, 0),
    down_scale_delay: (text) => parseTimeMs(text, "down_scale_delay"),
  },

  decide(settings, { current }) {
    const summary = "Passing currently perceived capacity as no scaling changes are necessary";
    const { node = {}, total } = current;
    const needed = { node: { memory: node.memory ?? 0 }, total: { memory: total.memory ?? 0 } };
    return {
      requiredCapacity: needed,
      summary,
      details: {
        waiting_analytics_jobs: [],
        waiting_anomaly_jobs: [],
        waiting_models: [],
        configuration: settings,
        perceived_current_capacity: needed,
        required_capacity: needed,
        reason: summary,
      },
    };
  },
};
