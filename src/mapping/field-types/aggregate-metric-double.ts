import { illegalArgument } from "../../compat/errors.ts";
import type { Json } from "../../core/json.ts";
import { type FieldCapabilities, plainValues } from "../field-capabilities.ts";
import { baseField, defineFieldType, refuseSourceFormat } from "../define-field-type.ts";
import type { FieldType, IndexableField, SummaryMetric, ValueContext } from "../field-type.ts";
import { javaText, notOfClass } from "../mapping-error.ts";
import { doubleKind, integerKind } from "../numbers/number-kinds.ts";
import { fractionRange } from "../numbers/fraction-type.ts";
import { wholeNumberRange } from "../numbers/whole-number.ts";
import { booleanParameter, choiceParameter, metricTypes, type Parameter, settingFlag } from "../parameter.ts";
import { metricNames, metricValues } from "../summaries/metric-values.ts";
import { ValueError } from "../value-error.ts";

const summaries: FieldCapabilities = {
  ...plainValues,
  sortColumn: "double",
  valueFormat: "decimal",
  docvalueFormat: "any",
};

function readMetric(value: Json): SummaryMetric {
  const metric = metricNames.find((name) => name === value);
  if (metric === undefined) throw illegalArgument(`Metric [${javaText(value)}] is not supported.`);
  return metric;
}

const metricsParameter: Parameter = {
  name: "metrics",
  fallback: [],
  updateable: false,
  read(value) {
    if (!Array.isArray(value)) throw notOfClass(value, "List");
    const given = value.map(readMetric);
    return metricNames.filter((name) => given.includes(name));
  },
};

const defaultMetricParameter: Parameter = {
  name: "default_metric",
  fallback: null,
  updateable: false,
  read: readMetric,
};

/**
 * Pre-aggregated metrics of a measurement. The field's own column holds the default metric, which is searched and
 * sorted; each other metric has its own column.
 */
export const aggregateMetricDouble: FieldType = defineFieldType({
  name: "aggregate_metric_double",
  summary: "Metrics that are calculated before indexing: least, greatest, sum and number of values.",
  notInMultiFields: true,
  parameters: [
    booleanParameter("ignore_malformed", null, { updateable: true }),
    metricsParameter,
    defaultMetricParameter,
    choiceParameter("time_series_metric", null, ["gauge"], { known: metricTypes }),
  ],

  create({ values, shown: asked }, context): IndexableField {
    const { path } = context;
    const metrics = values["metrics"] as readonly SummaryMetric[];
    const leading = defaultMetric(path, metrics, values["default_metric"] as SummaryMetric | null);
    const ignoreMalformed =
      values["ignore_malformed"] === null
        ? settingFlag(context, "index.mapping.ignore_malformed", false)
        : values["ignore_malformed"] === true;
    const read = (value: Json, target: ValueContext): Readonly<Record<string, number>> | undefined => {
      if (value === null) return undefined;
      try {
        return metricValues(path, metrics, value, target);
      } catch (error) {
        if (!(error instanceof ValueError) || !ignoreMalformed) throw error;
        target.ignore(path);
        return undefined;
      }
    };
    const make = (name: string, metric: SummaryMetric, shown: Readonly<Record<string, Json>>): IndexableField => {
      const base = baseField(name, {
        type: "aggregate_metric_double",
        capabilities: summaries,
        searchable: true,
        aggregatable: true,
        spec: { terms: undefined, norms: false, column: metric === "value_count" ? "integer" : "double" },
        shown,
      });
      return {
        ...base,
        range: (bounds) =>
          metric === "value_count" ? wholeNumberRange(integerKind, bounds) : fractionRange(doubleKind, bounds),
        index(value, target) {
          const given = read(value, target);
          if (given) target.builder.addNumber(target.field, given[metric]!);
        },
      };
    };
    const columns: Partial<Record<SummaryMetric, string>> = {};
    for (const metric of metrics) columns[metric] = metric === leading ? path : `${path}\0${metric}`;
    const own = make(path, leading, { ...asked, default_metric: leading });
    return {
      ...own,
      summary: { form: "metrics", columns },
      subFields: metrics
        .filter((metric) => metric !== leading)
        .map((metric) => ({ field: make(columns[metric]!, metric, {}), named: false })),
      fetch(sourceValue, format) {
        refuseSourceFormat(own, format);
        return sourceValue === null ? undefined : sourceValue;
      },
    };
  },
});

function defaultMetric(path: string, metrics: readonly SummaryMetric[], given: SummaryMetric | null): SummaryMetric {
  const name = path.slice(path.lastIndexOf(".") + 1);
  if (metrics.length === 0) throw illegalArgument(`Property [metrics] is required for field [${name}].`);
  const metric = given ?? (metrics.length === 1 ? metrics[0] : undefined);
  if (metric === undefined) throw illegalArgument(`Property [default_metric] is required for field [${name}].`);
  if (!metrics.includes(metric))
    throw illegalArgument(`Default metric [${metric}] is not defined in the metrics of field [${name}].`);
  return metric;
}
