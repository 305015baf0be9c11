import { absoluteUrl } from "../../domain/site.ts";
import { type Behaviour, FAILS, NEVER_CONFIRMS, secretOf, TAKES_ALL } from "./behaviours.ts";
import type { Ask, Subscriber } from "./subscriber_book.ts";
import type { Service } from "./service.ts";
import type { SoakStage } from "./soak_stage.ts";
import { type Answer, exchange, isRefusedNow, servicesUp } from "./exchange.ts";
import { type Action, pick, shuffled } from "./lane.ts";

/** Public origin of the service. */
export const BASE_URL = "https://reviews.example";
/** Requested lease of `brief` subscribers, in seconds. */
export const BRIEF_LEASE_SECONDS = 15;
const MANY = 8;
const WRONG_REQUESTS: readonly Readonly<Record<string, string>>[] = [
  { "hub.callback": "http://good-0.subscriber.localhost/callback" },
  { "hub.callback": "https://127.0.0.1/callback" },
  { "hub.callback": "https://user:password@good-0.subscriber.localhost/callback" },
  { "hub.topic": "https://elsewhere.example/reviews.json" },
  { "hub.mode": "publish" },
  { "hub.secret": "x".repeat(200) },
  { "hub.lease_seconds": "soon" },
];

/**
 * Sends a request of a subscriber to a running service. Without an answer, it is unknown whether the hub accepted the
 * request.
 *
 * @returns True if it was accepted.
 */
export async function ask(
  stage: SoakStage,
  subscriber: Subscriber,
  mode: Ask["mode"],
  random: () => number,
): Promise<boolean> {
  const { name, behaviour, topic, ask: before } = subscriber;
  const service = pick(servicesUp(stage), random);
  if (service === undefined) return false;
  // Repeats a request without an answer with the same secret. Any other request has a new secret.
  const generation = before === null
    ? 0
    : mode === "subscribe" && before.isAccepted
    ? before.generation + 1
    : before.generation;
  subscriber.ask = { mode, generation, at: Date.now(), isAccepted: false };
  const answer = await postHub(stage, service, `hub ${mode}`, {
    "hub.mode": mode,
    "hub.topic": absoluteUrl({ baseUrl: BASE_URL }, topic),
    "hub.callback": stage.callback(name),
    ...behaviour === "plain" ? {} : { "hub.secret": secretOf(name, generation) },
    ...behaviour === "brief" ? { "hub.lease_seconds": String(BRIEF_LEASE_SECONDS) } : {},
  });
  if (answer === null || isRefusedNow(stage, `hub ${mode}`, answer)) return false;
  if (answer.status !== 202) {
    stage.findings.fault("wrong", `hub ${mode} of ${name} is ${answer.status}: ${textOf(answer)}`);
    return false;
  }
  subscriber.ask = { ...subscriber.ask, isAccepted: true };
  if (mode === "subscribe") subscriber.acceptedGeneration = generation;
  return true;
}

function postHub(stage: SoakStage, service: Service, what: string, form: Readonly<Record<string, string>>) {
  const body = new URLSearchParams(form);
  return exchange(stage, service, "/api/websub/hub", { what, needsStore: true, method: "POST", body });
}

/** Repeats requests without an answer. */
export async function askAgain(stage: SoakStage, random: () => number): Promise<void> {
  for (const subscriber of stage.subscribers.all()) {
    if (subscriber.ask?.isAccepted === false) await ask(stage, subscriber, subscriber.ask.mode, random);
  }
}

/**
 * Returns actions that send subscription requests: renewals, unsubscriptions, new subscriptions, short leases, and
 * invalid requests.
 */
export function subscriberActions(stage: SoakStage, random: () => number): readonly Action[] {
  const { subscribers, findings } = stage;
  const some = (behaviours: readonly Behaviour[], most: number) =>
    shuffled(subscribers.all(behaviours), random).slice(0, most);
  async function subscribe(behaviours: readonly Behaviour[], most: number): Promise<void> {
    await Promise.all(some(behaviours, most).map((one) => ask(stage, one, "subscribe", random)));
  }
  async function turn(): Promise<void> {
    for (const one of some(["leaving"], 2)) {
      await ask(stage, one, one.ask?.mode === "subscribe" ? "unsubscribe" : "subscribe", random);
    }
  }
  async function askWrongly(): Promise<void> {
    const [service, wrong] = [pick(servicesUp(stage), random), pick(WRONG_REQUESTS, random)];
    if (service === undefined || wrong === undefined) return;
    const answer = await postHub(stage, service, "hub wrong request", {
      "hub.mode": "subscribe",
      "hub.topic": absoluteUrl({ baseUrl: BASE_URL }, "/feed.xml"),
      "hub.callback": stage.callback("refuse-0"),
      ...wrong,
    });
    if (answer === null || answer.status === 400 || isRefusedNow(stage, "hub wrong request", answer)) return;
    findings.fault("wrong", `The hub answers ${JSON.stringify(wrong)} with ${answer.status}: ${textOf(answer)}`);
  }
  return [
    [5, () => subscribe(TAKES_ALL, 1)],
    [1, () => subscribe(TAKES_ALL, MANY)],
    [4, turn],
    [2, () => subscribe(["brief"], 3)],
    [2, () => subscribe(FAILS, 3)],
    [1, () => subscribe(NEVER_CONFIRMS, 2)],
    [2, askWrongly],
    [2, () => askAgain(stage, random)],
  ];
}

function textOf({ body }: Answer): string {
  return new TextDecoder().decode(body).slice(0, 200);
}
