import assert from "node:assert/strict";
import type { Dataset } from "../../../domain/dataset/dataset.ts";
import { readHead } from "../../../domain/dataset/dataset_head.ts";
import { publishDataset } from "../../../domain/dataset/publish_dataset.ts";
import { runCli } from "../service/run_cli.ts";
import { type TempStore, tempStore } from "../service/temp_store.ts";

/** Titles of the report's sections below the head, in order. */
export const REPORT_SECTIONS: readonly string[] = [
  "Aspects",
  "Who is praised",
  "What goes wrong",
  "Months",
  "Names that may be technicians",
];

/** The smallest valid insights file of an operator. */
export const NOTHING_MEASURED = {
  version: 1,
  model: "none",
  review_count: 0,
  date_range: {},
  overall_sentiment: {},
  entities: {},
  temporal: {},
};

/** A temporary store with a published dataset. */
export async function publishedStore(dataset: Dataset): Promise<TempStore> {
  const store = await tempStore();
  using kv = await Deno.openKv(store.kvPath);
  await publishDataset(kv, dataset, await readHead(kv), new Date());
  return store;
}

/** The output of `deno task insights` for a store; it must not fail. */
export async function insightsReportOf(store: TempStore, ...args: readonly string[]): Promise<string> {
  const { code, stdout, stderr } = await runCli("insights", args, store.kvPath);
  assert.equal(code, 0, stderr);
  assert.equal(stderr, "");
  return stdout;
}

/** One section of a report, by its title. */
export function reportSection(text: string, title: string): string {
  const from = text.indexOf(`\n\n${title}`);
  const ends = REPORT_SECTIONS.map((other) => text.indexOf(`\n\n${other}`, from + 1)).filter((at) => at > from);
  return text.slice(from + 2, Math.min(text.length, ...ends));
}
