import { createHash } from "node:crypto";
import { generateReviews, seededRandom } from "../bench/data/generate_reviews.ts";
import { printError } from "../cli/command/print.ts";
import { changesIn } from "./changes.ts";
import { mannerOf, MANNERS, NEVER_CONFIRMS, TAKES_ALL } from "./fleet/manners.ts";
import type { Subscriber } from "./judge/subscriber_book.ts";
import { assistantActions } from "./lanes/assistant_lane.ts";
import { clockActions } from "./lanes/clock_lane.ts";
import { runCommand } from "./lanes/command.ts";
import { diskActions } from "./lanes/disk_lane.ts";
import { exchange, servicesUp } from "./lanes/exchange.ts";
import { floodActions } from "./lanes/flood_lane.ts";
import { hostileActions } from "./lanes/hostile_lane.ts";
import { importActions, importChange, type ListedRow, listHub } from "./lanes/import_lane.ts";
import { type Action, runLane } from "./lanes/lane.ts";
import { processActions } from "./lanes/process_lane.ts";
import { readActions } from "./lanes/read_lane.ts";
import { ask, askAgain, subscriberActions } from "./lanes/subscriber_lane.ts";
import type { Service } from "./stage/service.ts";
import type { SoakStage } from "./soak_stage.ts";
import { wait } from "./wait.ts";

const SECOND_MS = 1000;
const MINUTE_MS = 60_000;
/** After so much at most it is calm for a while, and everything is judged. */
const LONGEST_ROUND_MINUTES = 10;
const SUBSCRIBED_WITHIN_MS = 180_000;
/** The longest wait between two verifications of the hub is five minutes. */
const CALM_WITHIN_MS = 420_000;
/** The hub looks at everything each minute. */
const SENT_WITHIN_MS = 150_000;
const LOOK_EVERY_MS = 2000;
const TRIES_OF_THE_LAST_IMPORT = 5;

type Lane = readonly [
  actions: (stage: SoakStage, random: () => number) => readonly Action[],
  rest: readonly [least: number, most: number],
];

/** What goes on at the same time, and the rest between two actions of each, in seconds. */
const LANES: readonly Lane[] = [
  [readActions, [0.02, 0.1]],
  [assistantActions, [0.2, 0.6]],
  [importActions, [2, 7]],
  [subscriberActions, [0.5, 2.5]],
  [processActions, [4, 12]],
  [diskActions, [8, 30]],
  [clockActions, [6, 24]],
  [floodActions, [4, 15]],
  [hostileActions, [1, 4]],
];

/** Fills the store, has everybody subscribe, attacks from all sides at once, and looks at what came of it. */
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
 * Attacks for a share of the time.
 *
 * @param begin How much of the time has passed before, from 0 to 1.
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
    all.filter(({ manner, confirmed }) => !NEVER_CONFIRMS.includes(manner) && confirmed === null);
  await subscribers.until(() => unconfirmed().length === 0, SUBSCRIBED_WITHIN_MS, interrupted);
  for (const { name } of unconfirmed()) findings.fault("lost", `${name} subscribed and was never verified.`);
}

/** Waits, with the attacks over, until everybody has the last version, and judges. */
async function calm(stage: SoakStage): Promise<void> {
  const { first, second, disk, clock, subscribers, findings, interrupted } = stage;
  await disk?.free();
  await clock.set(0);
  await Promise.all([first, second].map((service) => service.isUp ? null : service.start()));
  await verifyAll(stage);
  // What was published under attack, with no newer version to make up for a loss. Who began anew was not sent it.
  await judgeLast(stage, () => subscribers.all(TAKES_ALL));
  for (let tries = 1; !interrupted.aborted && !await importChange(stage); tries++) {
    if (tries === TRIES_OF_THE_LAST_IMPORT) throw new Error("The last import was refused again and again.");
    await wait(LOOK_EVERY_MS, interrupted);
  }
  await judgeLast(stage, () => subscribers.live());
  if (interrupted.aborted) return;
  for (const { name, manner, last, acceptedGeneration } of subscribers.live()) {
    const generation = last?.generation ?? Infinity;
    if (manner === "plain" || generation >= acceptedGeneration) continue;
    findings.fault("lost", `${name} renewed its secret to ${acceptedGeneration}; it is sent ${generation}.`);
  }
  judgeRows(stage, await listHub(stage));
  subscribers.settle();
}

/** Judges whether these subscribers are sent what is published now. */
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

/** Starts a service from what is stored alone: everything has to be there. */
async function startAnew(stage: SoakStage): Promise<void> {
  const { first, second, imports } = stage;
  tell(stage, "starts once more from the store alone");
  await Promise.all([first.stop(), second.stop()]);
  await first.start();
  const answer = await exchange(stage, first, { what: "GET /reviews.json", path: "/reviews.json" });
  if (answer !== null) {
    imports.judgeWhole("The service started anew", new TextDecoder().decode(answer.body), imports.accepted());
  }
  await first.stop();
}

/** Sends again what had no answer, and waits until the hub has asked everybody who answers. */
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

/** The hashes of what both services answer now, by topic; they have to be the same and have every change. */
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
  const answer = await exchange(stage, service, {
    what: `GET ${path}`,
    path,
    init: { headers: { "accept-encoding": "identity" } },
  });
  return new TextDecoder().decode(answer?.body);
}

/** Judges what the hub lists: all that is live, and nobody who never confirmed or has confirmed its end. */
function judgeRows({ subscribers, findings }: SoakStage, rows: readonly ListedRow[] | null): void {
  const listed = new Set(
    rows?.filter(({ kind, state }) => kind === "subscription" && state !== "expired").map(({ callback }) =>
      nameOf(callback)
    ),
  );
  for (const { name } of subscribers.live()) {
    if (!listed.has(name)) findings.fault("lost", `The hub has forgotten the subscription of ${name}.`);
  }
  for (const { name, manner, ask: asked } of subscribers.all([...NEVER_CONFIRMS, "leaving"])) {
    const isWrong = NEVER_CONFIRMS.includes(manner) || asked?.mode === "unsubscribe" && asked.isAccepted;
    if (isWrong && listed.has(name)) findings.fault("sent", `The hub has a subscription of ${name}, which has none.`);
  }
}

function isAnswering(name: string): boolean {
  return Object.hasOwn(MANNERS, name.split("-")[0] ?? "") && mannerOf(name) !== "silent";
}

function nameOf(callback: string): string {
  return new URL(callback).hostname.split(".")[0] ?? "";
}

function tell({ findings, subscribers }: SoakStage, what: string): void {
  printError(`${findings.time()} soak ${what} (${subscribers.all(TAKES_ALL).length} subscribers take everything)`);
}
