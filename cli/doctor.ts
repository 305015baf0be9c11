import { jsonText, Sentence } from "../domain/sentences/sentence.ts";
import { type HubFigures, readHubFigures } from "../websub/hub_figures.ts";
import { counted, escapedControls, print } from "../terminal/print.ts";
import { type CommandLine, refuseArguments, runCommand, SENTENCES } from "./command/run_command.ts";
import { operatorTexts } from "../domain/operator_error.ts";
import { checkAccess, secretFiles } from "./doctor/access_check.ts";
import { checkAddress, readCertificate } from "./doctor/address_check.ts";
import { checkDisk, type CheckedRevision, checkRevision, checkStore } from "./doctor/store_check.ts";
import { doctorReport, fault, type Finding, findingText, ok, warning, worstStatus } from "./doctor/finding.ts";
import { askHealth, checkService } from "./doctor/service_check.ts";
import { type Configuration, isLocalOrigin, readConfiguration } from "../service/configuration.ts";
import { ConfigurationError } from "../service/configuration_value.ts";
import { keptPort } from "../service/connections/listener.ts";
import { diskRoom } from "../service/store/disk_fault.ts";
import { environment, isStoreFile, type ReadVariable } from "../service/store/kv_location.ts";
import type { OpenedStore } from "../service/store/open_store.ts";
import { readSourceSettings, type SourceSettings } from "./watch/source_settings.ts";
import { readSourceStates, type SourceStates } from "./watch/source_state.ts";
import { behindReason } from "../service/health.ts";

const HELP = `Check the service and its store, and say what to do.

  deno task doctor [options]

It changes nothing and works beside a running service. Give it the environment
of the service: KV_PATH, BASE_URL. Without PORT it asks at the port of the last
start. It calls only this machine and BASE_URL. Exit code: 0 ok, 1 warning, 2
fault.

  --quiet, -q   only warnings and faults
  --json        one object, for programs
  --help        this text`;

const OPTIONS = {
  quiet: { type: "boolean", short: "q" },
  json: { type: "boolean" },
  ...SENTENCES,
} as const;

async function doctorCommand(line: CommandLine): Promise<number> {
  refuseArguments(line, "doctor");
  const findings = await allFindings();
  const status = worstStatus(findings);
  if (line.flag("json")) print(jsonText({ status, findings }, line.flag("sentences")));
  else if (!line.flag("quiet")) print(escapedControls(doctorReport(findings)));
  else {
    for (const finding of findings.filter((finding) => finding.status !== "ok")) {
      print(escapedControls(findingText(finding)));
    }
  }
  return { ok: 0, warning: 1, fault: 2 }[status];
}

/**
 * Checks everything.
 *
 * @param variable Reads a variable of the environment.
 */
export async function allFindings(variable = environment): Promise<readonly Finding[]> {
  let configuration: Configuration;
  let sources: SourceSettings | null;
  try {
    configuration = readConfiguration(variable);
    sources = readSourceSettings(variable);
  } catch (error) {
    if (!(error instanceof ConfigurationError)) throw error;
    return error.texts.map((text) => fault("settings", text));
  }
  const { findings, opened } = await checkStore(configuration.kvPath);
  try {
    const revision = opened && await orFault("revision", () => checkRevision(opened.kv));
    const head = revision !== null && "head" in revision ? revision.head : null;
    return [
      ...findings,
      ...await accessFindings(configuration.kvPath, variable),
      ...diskFindings(configuration.kvPath, opened === null, head),
      ...revision === null ? [] : "head" in revision ? revision.findings : [revision],
      ...opened === null ? [] : await backgroundFindings(opened, sources),
      ...await outsideFindings(configuration, variable, opened, head),
    ];
  } finally {
    opened?.kv.close();
  }
}

async function backgroundFindings({ kv }: OpenedStore, settings: SourceSettings | null): Promise<readonly Finding[]> {
  const now = Date.now();
  const names = settings?.sources.map(({ name }) => name) ?? null;
  const hub = await orFault("hub", async () => checkHub(await readHubFigures(kv, now), now));
  const polled = await orFault("sources", async () => checkSources(await readSourceStates(kv), names, now));
  return polled === null ? [hub] : [hub, polled];
}

async function orFault<T>(check: string, work: () => Promise<T>): Promise<T | Finding> {
  try {
    return await work();
  } catch (error) {
    const [text] = operatorTexts(error) ?? [];
    if (text === undefined) throw error;
    return fault(check, text);
  }
}

async function accessFindings(path: string | undefined, variable: ReadVariable): Promise<readonly Finding[]> {
  const store = path !== undefined && isStoreFile(path) ? path : null;
  const finding = await checkAccess(secretFiles(store, variable));
  return finding === null ? [] : [finding];
}

function diskFindings(
  path: string | undefined,
  mayBeMissing: boolean,
  head: CheckedRevision["head"],
): readonly Finding[] {
  if (path === undefined || !isStoreFile(path)) return [];
  const room = diskRoom(path);
  if (mayBeMissing && room.free === Infinity) return [];
  const bytes = head?.parts.reduce((sum, { length }) => sum + length, 0) ?? 0;
  return [checkDisk(room, bytes)];
}

async function outsideFindings(
  { host, port: defaultPort, siteOn, hub }: Configuration,
  variable: ReadVariable,
  opened: OpenedStore | null,
  head: CheckedRevision["head"],
): Promise<readonly Finding[]> {
  const kept = opened === null ? null : await orFault("service", () => keptPort(opened.kv, variable));
  const port = typeof kept === "number" ? kept : defaultPort;
  const local = `http://${localHost(host)}:${port}`;
  const { baseUrl } = siteOn(port);
  const isSet = Boolean(variable("BASE_URL"));
  const isAsked = isSet && !(isLocalOrigin(baseUrl) && baseUrl.startsWith("http:"));
  const [answer, certificate, outside] = await Promise.all([
    askHealth(local),
    isAsked && baseUrl.startsWith("https:") ? readCertificate(baseUrl) : null,
    isAsked ? askHealth(baseUrl) : null,
  ]);
  const published = head?.revision ?? null;
  const now = Date.now();
  return [
    checkService(local, answer, published),
    ...checkAddress({
      baseUrl,
      isSet,
      certificate,
      answer: outside,
      published,
      hasTrustedProxies: hub.trustedProxies.length > 0,
      now,
    }),
    checkClock({
      now,
      publishedAt: head === null ? null : Date.parse(head.published_at),
      answeredAt: outside instanceof Sentence ? null : outside?.at ?? null,
    }),
  ];
}

function localHost(host: string): string {
  if (host === "0.0.0.0") return "127.0.0.1";
  if (host === "::") return "[::1]";
  return host.includes(":") ? `[${host}]` : host;
}

const LATE_MS = 15 * 60_000;

/**
 * Checks the polled sources; null if there are none.
 *
 * @param names Names of the configured sources; null if none is configured here, but another process may poll some.
 */
export function checkSources(states: SourceStates, names: readonly string[] | null, now: number): Finding | null {
  if (names === null && states.size === 0) return null;
  const failing = [...states].filter(([name, { result }]) => result === "failed" && (names?.includes(name) ?? true));
  const [first] = failing;
  if (first !== undefined) {
    const [name, { reason, failures }] = first;
    const one = `The source ${name} fails, ${counted(failures, "time")} in a row: ${reason ?? ""}`;
    const more = failing.length - 1;
    const text = more === 0 ? one : `${one} So ${more === 1 ? "does" : "do"} ${more} more.`;
    return warning("sources", text, "deno task watch --once polls all of them now.");
  }
  const late = names?.find((name) => {
    const state = states.get(name);
    return state === undefined || now - state.nextPollAt > LATE_MS;
  });
  if (late !== undefined) {
    const text = `The source ${late} ${states.has(late) ? "is due and was not polled" : "is not polled yet"}.`;
    return warning(
      "sources",
      text,
      "Check that deno task start, deno task watch or the timer reviews-watch@NAME runs; each polls the sources.",
    );
  }
  return ok("sources", `${counted(states.size, "source is", "sources are")} polled, and none fails.`);
}

/** Age from which an unverified request is late. Without a backlog the hub verifies at once. */
const UNVERIFIED_SECONDS = 60;

/** Checks the backlog of the hub. */
export function checkHub(figures: HubFigures, now: number): Finding {
  const { subscriptions, pending, failing, unverifiedSince, bytesPerChange } = figures;
  const sent = subscriptions === 0 ? "" : ` (a change sends ${Math.ceil(bytesPerChange / 1_000_000)} MB)`;
  const counts = `${counted(subscriptions, "subscription")}${sent}, ${counted(pending, "request")} to verify`;
  const behind = behindReason(figures, now);
  if (behind !== null) {
    return fault("hub", behind, "Check whether the service runs, and read the lines of the hub in its log.");
  }
  const seconds = unverifiedSince === null ? 0 : Math.floor((now - unverifiedSince) / 1000);
  if (seconds >= UNVERIFIED_SECONDS) {
    return warning(
      "hub",
      `${counts}, the oldest of which has waited ${seconds} seconds for its first verification.`,
      "Check whether the service runs. Its /readyz says whether other requests or only limits delay this one.",
    );
  }
  if (failing > 0) {
    const text = `${counts}, ${failing} waiting for another attempt.`;
    return warning("hub", text, "deno task hub list --failing shows them; each is removed after the third failure.");
  }
  return ok("hub", `${counts}, nothing behind.`);
}

interface ClockEvidence {
  readonly now: number;
  /** Publication time of the newest revision; null if there is none. */
  readonly publishedAt: number | null;
  /** `Date` of an answer at `BASE_URL` (RFC 9110 6.6.1); null if there is none. */
  readonly answeredAt: number | null;
}

/** Day on which this version was written. A clock before it is wrong. */
const WRITTEN_AT = Date.parse("2026-11-01");

/** A revision may be some seconds ahead: each is dated at least a second after the previous one. */
const MOST_AHEAD_MS = 60_000;

const SET_IT = "Set the clock of this machine and keep it right with NTP.";

/** Checks the clock of this machine. */
export function checkClock({ now, publishedAt, answeredAt }: ClockEvidence): Finding {
  const shown = `It is ${new Date(now).toISOString().slice(0, 19)}Z here`;
  if (now < WRITTEN_AT) return fault("clock", `${shown}, which is earlier than this version of the program.`, SET_IT);
  if (publishedAt !== null && publishedAt - now > MOST_AHEAD_MS) {
    const ahead = new Date(publishedAt).toISOString().slice(0, 19);
    return warning("clock", `${shown}, and the newest revision was published at ${ahead}Z.`, SET_IT);
  }
  if (answeredAt !== null && Math.abs(answeredAt - now) > MOST_AHEAD_MS) {
    const seconds = Math.round(Math.abs(answeredAt - now) / 1000);
    return warning("clock", `${shown}, ${seconds} seconds off from the answer at BASE_URL.`, SET_IT);
  }
  return ok("clock", `${shown}.`);
}

/** Runs `deno task doctor`; resolves to its exit code. */
export function main(args: readonly string[]): Promise<number> {
  return runCommand(args, HELP, OPTIONS, doctorCommand);
}

if (import.meta.main) Deno.exit(await main(Deno.args));
