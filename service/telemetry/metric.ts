/** Labels of a sample. Their values are few and known in advance. */
export type Labels = Readonly<Record<string, string>>;

/** One value of a metric. */
export interface Sample {
  readonly labels: Labels;
  readonly value: number;
}

interface MetricText {
  /** Ends in `_total` for a counter, else in its unit: `_seconds`, `_bytes`. */
  readonly name: string;
  readonly help: string;
}

/** A counter, which only grows while the process lives, or a gauge. Read on demand. */
export interface SampledMetric extends MetricText {
  readonly kind: "counter" | "gauge";
  readonly samples: () => readonly Sample[];
}

/** A distribution: the number of values at or below each bound. */
export interface HistogramMetric extends MetricText {
  readonly kind: "histogram";
  readonly bounds: readonly number[];
  /** The values with each set of labels. `counts` has those between each bound and the one before, then those above. */
  readonly series: () => readonly {
    readonly labels: Labels;
    readonly counts: readonly number[];
    readonly sum: number;
  }[];
}

/** A metric of any kind. */
export type Metric = SampledMetric | HistogramMetric;

/** Makes a gauge without labels from a value that is absent while null, or a gauge from samples with labels. */
export function gauge(name: string, help: string, read: () => number | null | readonly Sample[]): SampledMetric {
  return { name, help, kind: "gauge", samples: () => samplesOf(read()) };
}

/** Makes a counter without labels from a value that is kept elsewhere. */
export function countedElsewhere(name: string, help: string, read: () => number): SampledMetric {
  return { name, help, kind: "counter", samples: () => samplesOf(read()) };
}

function samplesOf(read: number | null | readonly Sample[]): readonly Sample[] {
  if (typeof read === "number") return [{ labels: {}, value: read }];
  return read ?? [];
}

/** Makes a counter with labels. */
export function counter(text: MetricText, labels: readonly string[]) {
  const counts = new Map<string, { readonly labels: Labels; value: number }>();
  // Without it, its rate would be unknown instead of 0 before the first increment.
  if (labels.length === 0) counts.set("", { labels: {}, value: 0 });
  return {
    ...text,
    kind: "counter" as const,
    samples: () => [...counts.values()],
    add: (...values: readonly string[]) => {
      const key = values.join("\n");
      const cell = counts.get(key) ?? { labels: labelled(labels, values), value: 0 };
      counts.set(key, cell);
      cell.value++;
    },
  };
}

/** Makes a histogram with labels. The bounds are in rising order. */
export function histogram(text: MetricText, bounds: readonly number[], labels: readonly string[]) {
  const all = new Map<string, { readonly labels: Labels; readonly counts: number[]; sum: number }>();
  return {
    ...text,
    kind: "histogram" as const,
    bounds,
    series: () => [...all.values()],
    add: (value: number, ...values: readonly string[]) => {
      const key = values.join("\n");
      const series = all.get(key) ??
        { labels: labelled(labels, values), counts: new Array<number>(bounds.length + 1).fill(0), sum: 0 };
      all.set(key, series);
      // -1 is the last place: the value is above all bounds.
      const at = bounds.findIndex((bound) => value <= bound);
      series.counts.splice(at, 1, (series.counts.at(at) ?? 0) + 1);
      series.sum += value;
    },
  };
}

function labelled(names: readonly string[], values: readonly string[]): Labels {
  return Object.fromEntries(names.map((name, at) => [name, values[at] ?? ""]));
}
