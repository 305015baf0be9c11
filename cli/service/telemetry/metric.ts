/** Labels of a sample. Their values are few and known in advance. */
export type Labels = Readonly<Record<string, string>>;

/** One value of a metric. */
export interface Sample {
  readonly labels: Labels;
  readonly value: number;
}

/** Name and help of a metric (Prometheus exposition format). */
export interface MetricText {
  /** Ends in `_total` for a counter, else in its unit: `_seconds`, `_bytes`. */
  readonly name: string;
  readonly help: string;
}

/** A value that only grows while the process lives. */
export interface CounterMetric extends MetricText {
  readonly kind: "counter";
  readonly samples: () => readonly Sample[];
}

/** A value that rises and falls, read on demand. */
export interface GaugeMetric extends MetricText {
  readonly kind: "gauge";
  readonly samples: () => readonly Sample[];
}

/** A distribution: the number of values at or below each bound. */
export interface HistogramMetric extends MetricText {
  readonly kind: "histogram";
  readonly bounds: readonly number[];
  readonly series: () => readonly HistogramSeries[];
  /** Called with each value, for exporters that need single values. */
  onValue: ((value: number, labels: Labels) => void) | null;
}

/** The values with one set of labels. */
export interface HistogramSeries {
  readonly labels: Labels;
  /** Number of values between each bound and the one before; the last item is above all bounds. */
  readonly counts: readonly number[];
  readonly sum: number;
}

/** A metric of any kind. */
export type Metric = CounterMetric | GaugeMetric | HistogramMetric;

/** A counter. */
export interface Counter extends CounterMetric {
  /**
   * Adds one.
   *
   * @param values The values of the labels, in their order.
   */
  readonly add: (...values: readonly string[]) => void;
  /** Counter cell for these labels. Keep it on hot paths: the lookup costs more than the increment. */
  readonly cell: (...values: readonly string[]) => { value: number };
}

/** Makes a counter with labels. */
export function counter(text: MetricText, labels: readonly string[]): Counter {
  const counts = new Map<string, { readonly labels: Labels; value: number }>();
  // So that its rate is 0 and not unknown before the first increment.
  if (labels.length === 0) counts.set("", { labels: {}, value: 0 });
  function cell(...values: readonly string[]): { value: number } {
    const key = values.join("\n");
    const found = counts.get(key) ?? { labels: labelled(labels, values), value: 0 };
    counts.set(key, found);
    return found;
  }
  return {
    ...text,
    kind: "counter",
    cell,
    add: (...values) => void cell(...values).value++,
    samples: () => [...counts.values()],
  };
}

/** A histogram. */
export interface Histogram extends HistogramMetric {
  /**
   * Adds a value.
   *
   * @param values The values of the labels, in their order.
   */
  readonly add: (value: number, ...values: readonly string[]) => void;
  /** Returns a function that adds values with these labels. Keep it on hot paths. */
  readonly cell: (...values: readonly string[]) => (value: number) => void;
}

/** Makes a histogram with labels. The bounds are in rising order. */
export function histogram(text: MetricText, bounds: readonly number[], labels: readonly string[]): Histogram {
  const all = new Map<string, { readonly labels: Labels; readonly counts: number[]; sum: number }>();
  function cell(...values: readonly string[]): (value: number) => void {
    const key = values.join("\n");
    const series = all.get(key) ??
      { labels: labelled(labels, values), counts: new Array<number>(bounds.length + 1).fill(0), sum: 0 };
    all.set(key, series);
    return (value) => {
      let at = 0;
      while (at < bounds.length && value > (bounds[at] ?? 0)) at++;
      series.counts[at] = (series.counts[at] ?? 0) + 1;
      series.sum += value;
      made.onValue?.(value, series.labels);
    };
  }
  const made: Histogram = {
    ...text,
    kind: "histogram",
    bounds,
    onValue: null,
    cell,
    add: (value, ...values) => cell(...values)(value),
    series: () => [...all.values()],
  };
  return made;
}

function labelled(names: readonly string[], values: readonly string[]): Labels {
  return Object.fromEntries(names.map((name, at) => [name, values[at] ?? ""]));
}
