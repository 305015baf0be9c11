import assert from "node:assert/strict";
import { counter, histogram } from "../../../service/telemetry/metric.ts";
import { prometheusText } from "../../../service/telemetry/metrics_server.ts";

Deno.test("a counter and a gauge are written with their labels, escaped", () => {
  const requests = counter({ name: "requests_total", help: "Line one\nand a \\ in it." }, ["route", "status"]);
  requests.add("/a", "200");
  requests.add("/a", "200");
  requests.add('/"b"\\\n', "404");
  const gauge = {
    name: "age_seconds",
    help: "Age.",
    kind: "gauge",
    samples: () => [{ labels: {}, value: 1.5 }],
  } as const;
  assert.equal(
    prometheusText([requests, gauge]),
    `# HELP requests_total Line one\\nand a \\\\ in it.
# TYPE requests_total counter
requests_total{route="/a",status="200"} 2
requests_total{route="/\\"b\\"\\\\\\n",status="404"} 1
# HELP age_seconds Age.
# TYPE age_seconds gauge
age_seconds 1.5
`,
  );
});

Deno.test("a counter without labels is there before it has grown", () => {
  const ended = counter({ name: "ended_total", help: "Ended." }, []);
  assert.match(prometheusText([ended]), /^ended_total 0$/m);
  ended.add();
  assert.match(prometheusText([ended]), /^ended_total 1$/m);
});

Deno.test("the buckets of a histogram add up, a value on a bound belongs to it, and the last holds all", () => {
  const seconds = histogram({ name: "took_seconds", help: "Time." }, [0.1, 1], ["kind"]);
  for (const value of [0.05, 0.1, 0.5, 7]) seconds.add(value, "a");
  seconds.add(2, "b");
  const lines = prometheusText([seconds]).split("\n").slice(2);
  assert.deepEqual(lines, [
    'took_seconds_bucket{kind="a",le="0.1"} 2',
    'took_seconds_bucket{kind="a",le="1"} 3',
    'took_seconds_bucket{kind="a",le="+Inf"} 4',
    'took_seconds_sum{kind="a"} 7.65',
    'took_seconds_count{kind="a"} 4',
    'took_seconds_bucket{kind="b",le="0.1"} 0',
    'took_seconds_bucket{kind="b",le="1"} 0',
    'took_seconds_bucket{kind="b",le="+Inf"} 1',
    'took_seconds_sum{kind="b"} 2',
    'took_seconds_count{kind="b"} 1',
    "",
  ]);
});
