import { createHash } from "node:crypto";
import { generateReviews } from "../../tests/support/reviews/generate_reviews.ts";
import { seededRandom } from "../../tests/support/seeded_random.ts";
import { printError } from "../../terminal/print.ts";
import { changesIn } from "./import_book.ts";
import { behaviourOf, BEHAVIOURS, NEVER_CONFIRMS, TAKES_ALL } from "./behaviours.ts";
import type { Subscriber } from "./subscriber_book.ts";
import { clockActions, diskActions, processActions } from "./process_lane.ts";
import { runCommand } from "./command.ts";
import { exchange, servicesUp } from "./exchange.ts";
import { floodActions } from "./flood_lane.ts";
import { hostileActions } from "./hostile_lane.ts";
import { importActions, importChange, type ListedRow, listHub } from "./import_lane.ts";
import { type Action, runLane } from "./lane.ts";
import { readActions } from "./read_lane.ts";
import { ask, askAgain, subscriberActions } from "./subscriber_lane.ts";
import type { Service } from "./service.ts";
import type { SoakStage } from "./soak_stage.ts";
import { wait } from "./timeline.ts";

const SECOND_MS = 1000;
const MINUTE_MS = 60_000;
/** Maximum duration of a round of attacks, in minutes. After each round the attacks pause and everything is checked. */
const LONGEST_ROUND_MINUTES = 10;
const SUBSCRIBED_WITHIN_MS = 180_000;
/** Maximum wait for verifications, in milliseconds. The hub retries after up to five minutes. */
const CALM_WITHIN_MS = 420_000;
/** Maximum wait for deliveries, in milliseconds. The hub scans for due work each minute. */
const SENT_WITHIN_MS = 150_000;
const LOOK_EVERY_MS = 2000;
const TRIES_OF_THE_LAST_IMPORT = 5;

type Lane = readonly [
  actions: (stage: SoakStage, random: () => number) => readonly Action[],
  rest: readonly [least: number, most: number],
];

/** Parallel lanes of attacks, with the minimum and maximum pause between two actions, in seconds. */
const LANES: readonly Lane[] = [
  [readActions, [0.02, 0.1]],
  [importActions, [2, 7]],
  [subscriberActions, [0.5, 2.5]],
  [processActions, [4, 12]],
  [diskActions, [8, 30]],
  [clockActions, [6, 24]],
  [floodActions, [4, 15]],
  [hostileActions, [1, 4]],
];

/**
 * Runs the soak test: fills the store, subscribes all subscribers, runs the attacks in parallel, and checks the result.
 */
export async function runSoak(stage: SoakStage): Promise<void> {
  const { options, interrupted, first } = stage;
  tell(stage, "fills the store");
  await fillStore(stage);
  await first.start();
  tell(stage, "has everybody subscribe");
  await subscribeAll(stage);
  const rounds = Math.ceil(options.minutes / LONGEST_ROUND_MINUTES);
  const randoms = LANES.map((_, lane) => seededRandom(options.seed * LANES.length + lane));
  for (let round = 0; round < rounds && !interrupted.aborted; round++) {
    tell(
      stage,
      `attacks for ${Number((options.minutes / rounds).toFixed(1))} minutes, round ${round + 1} of ${rounds}`,
    );
    await attack(stage, round / rounds, 1 / rounds, randoms);
    if (interrupted.aborted) return;
    tell(stage, "waits until everybody has everything");
    await calm(stage);
  }
  if (!interrupted.aborted) await startAnew(stage);
}

/**
 * Runs the attacks for a share of the run time.
 *
 * @param begin Share of the run time that has passed before, from 0 to 1.
 */
async function attack(
  stage: SoakStage,
  begin: number,
  share: number,
  randoms: readonly (() => number)[],
): Promise<void> {
  const { options, interrupted } = stage;
  const milliseconds = options.minutes * share * MINUTE_MS;
  const [ended, begun] = [new AbortController(), performance.now()];
  const timer = setTimeout(() => ended.abort(), milliseconds);
  const over = AbortSignal.any([ended.signal, interrupted]);
  const passed = () => begin + share * (performance.now() - begun) / milliseconds;
  await Promise.all(LANES.map(async ([actions, [least, most]], lane) => {
    const random = randoms[lane] ?? Math.random;
    const rest = [least * SECOND_MS, most * SECOND_MS] as const;
    await runLane(actions({ ...stage, over, passed }, random), { random, rest, over });
  }));
  clearTimeout(timer);
}

async function fillStore(stage: SoakStage): Promise<void> {
  const { business, reviews } = generateReviews(stage.options.reviews, 1);
  const [reviewsFile, businessFile] = [`${stage.folder}/reviews.json`, `${stage.folder}/business.json`];
  await Deno.writeTextFile(reviewsFile, JSON.stringify(reviews));
  await Deno.writeTextFile(businessFile, JSON.stringify(business));
  const { code, stderr } = await runCommand(stage, "import", [reviewsFile, "--business", businessFile]);
  if (code !== 0) throw new Error(`The first import ended with ${code}: ${stderr}`);
}

async function subscribeAll(stage: SoakStage): Promise<void> {
  const { subscribers, findings, interrupted } = stage;
  const all = subscribers.all();
  for (const one of all) await ask(stage, one, "subscribe", () => 0);
  const unconfirmed = () =>
    all.filter(({ behaviour, confirmed }) => !NEVER_CONFIRMS.includes(behaviour) && confirmed === null);
  await subscribers.until(() => unconfirmed().length === 0, SUBSCRIBED_WITHIN_MS, interrupted);
  for (const { name } of unconfirmed()) findings.fault("lost", `${name} subscribed and was never verified.`);
}

/** Waits without attacks until all subscribers have the last version, and checks everything. */
async function calm(stage: SoakStage): Promise<void> {
  const { first, second, disk, clock, subscribers, findings, interrupted } = stage;
  await disk?.free();
  await clock.set(0);
  await Promise.all([first, second].map((service) => service.isUp ? null : service.start()));
  await verifyAll(stage);
  // First checks the version published under attack, before a newer one hides a loss. New subscribers never get that
  // one.
  await judgeLast(stage, () => subscribers.all(TAKES_ALL));
  for (let tries = 1; !interrupted.aborted && !await importChange(stage); tries++) {
    if (tries === TRIES_OF_THE_LAST_IMPORT) throw new Error("The last import was refused again and again.");
    await wait(LOOK_EVERY_MS, interrupted);
  }
  await judgeLast(stage, () => subscribers.live());
  if (interrupted.aborted) return;
  for (const { name, behaviour, last, acceptedGeneration } of subscribers.live()) {
    const generation = last?.generation ?? Infinity;
    if (behaviour === "plain" || generation >= acceptedGeneration) continue;
    findings.fault("lost", `${name} renewed its secret to ${acceptedGeneration}; it is sent ${generation}.`);
  }
  judgeRows(stage, await listHub(stage));
  subscribers.settle();
}

/** Checks that the given subscribers get the published version. */
async function judgeLast(stage: SoakStage, whom: () => readonly Subscriber[]): Promise<void> {
  const { subscribers, imports, findings, interrupted } = stage;
  if (imports.accepted().size === 0) return;
  const hashes = await lastVersion(stage);
  const lacking = () => whom().filter(({ topic, last }) => last?.hash !== hashes.get(topic));
  const begun = performance.now();
  await subscribers.until(() => lacking().length === 0, SENT_WITHIN_MS, interrupted);
  findings.highest("delivery: ms until everybody had the last version", Math.round(performance.now() - begun));
  for (const { name, last } of lacking()) {
    findings.fault("lost", `${name} was never sent the last version; the last it has is change ${last?.newest ?? -1}.`);
  }
}

/** Restarts a service from nothing but the store, and checks that it has everything. */
async function startAnew(stage: SoakStage): Promise<void> {
  const { first, second, imports } = stage;
  tell(stage, "starts once more from the store alone");
  await Promise.all([first.stop(), second.stop()]);
  await first.start();
  const answer = await exchange(stage, first, "/reviews.json");
  if (answer !== null) {
    imports.judgeWhole("The service started anew", new TextDecoder().decode(answer.body), imports.accepted());
  }
  await first.stop();
}

/** Repeats requests without an answer, and waits until the hub has verified all subscribers that answer. */
async function verifyAll(stage: SoakStage): Promise<void> {
  const { subscribers, findings, interrupted } = stage;
  const isOpen = ({ ask: asked }: Subscriber) => asked?.isAccepted === false;
  const end = performance.now() + CALM_WITHIN_MS;
  let waiting: readonly string[] = [];
  while (performance.now() < end && !interrupted.aborted) {
    await askAgain(stage, () => 0);
    const rows = await listHub(stage);
    waiting = (rows ?? []).filter(({ kind, callback }) => kind === "request" && isAnswering(nameOf(callback)))
      .map(({ callback }) => nameOf(callback));
    if (rows !== null && waiting.length === 0 && !subscribers.all().some(isOpen)) return;
    await wait(LOOK_EVERY_MS, interrupted);
  }
  for (const name of waiting) findings.fault("lost", `${name} still waits for its verification.`);
  for (const { name } of subscribers.all().filter(isOpen)) {
    findings.fault("unanswered", `${name} had no answer of the hub until the end.`);
  }
}

/** Returns the hash of each topic. Both services must show the same content, with every change. */
async function lastVersion(stage: SoakStage): Promise<ReadonlyMap<string, string>> {
  const { imports, subscribers, findings, interrupted } = stage;
  const topics = [...new Set(subscribers.all().map(({ topic }) => topic))];
  const newest = Math.max(...imports.accepted().values());
  const end = performance.now() + 60 * SECOND_MS;
  for (;;) {
    const versions = await Promise.all(
      servicesUp(stage).map((service) => Promise.all(topics.map((path) => document(stage, service, path)))),
    );
    const texts = versions.flat();
    const isThere = texts.every((text) => Math.max(-1, ...changesIn(text).values()) === newest);
    const [one = []] = versions;
    if (!isThere && performance.now() < end && !interrupted.aborted) {
      await wait(LOOK_EVERY_MS, interrupted);
      continue;
    }
    if (!isThere) findings.fault("lost", `Change ${newest} was acknowledged and is not shown a minute later.`);
    for (const other of versions) {
      if (other.some((text, n) => text !== one[n])) findings.fault("wrong", "Two services answer with other contents.");
    }
    for (const text of texts) imports.judgeWhole("A document at the end", text, imports.accepted());
    return new Map(topics.map((topic, n) => [topic, createHash("sha256").update(one[n] ?? "").digest("hex")]));
  }
}

async function document(stage: SoakStage, service: Service, path: string): Promise<string> {
  const answer = await exchange(stage, service, path, { headers: { "accept-encoding": "identity" } });
  return new TextDecoder().decode(answer?.body);
}

/** Checks the list of the hub. It must have every live subscription, and none that was never confirmed or has ended. */
function judgeRows({ subscribers, findings }: SoakStage, rows: readonly ListedRow[] | null): void {
  const listed = new Set(
    rows?.filter(({ kind, state }) => kind === "subscription" && state !== "expired").map(({ callback }) =>
      nameOf(callback)
    ),
  );
  for (const { name } of subscribers.live()) {
    if (!listed.has(name)) findings.fault("lost", `The hub has forgotten the subscription of ${name}.`);
  }
  for (const { name, behaviour, ask: asked } of subscribers.all([...NEVER_CONFIRMS, "leaving"])) {
    const isWrong = NEVER_CONFIRMS.includes(behaviour) || asked?.mode === "unsubscribe" && asked.isAccepted;
    if (isWrong && listed.has(name)) findings.fault("sent", `The hub has a subscription of ${name}, which has none.`);
  }
}

function isAnswering(name: string): boolean {
  return Object.hasOwn(BEHAVIOURS, name.split("-")[0] ?? "") && behaviourOf(name) !== "silent";
}

function nameOf(callback: string): string {
  return new URL(callback).hostname.split(".")[0] ?? "";
}

function tell({ findings, subscribers }: SoakStage, what: string): void {
  printError(`${findings.time()} soak ${what} (${subscribers.all(TAKES_ALL).length} subscribers take everything)`);
}
