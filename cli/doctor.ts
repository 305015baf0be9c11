import { NOTHING_IMPORTED } from "../domain/dataset/dataset_head.ts";
import { readHubFigures } from "../websub/operator/hub_figures.ts";
import { escapedControls } from "./command/escaped_controls.ts";
import { operatorMessage } from "./command/operator_message.ts";
import { print } from "./command/print.ts";
import { type CommandLine, runCommand, UsageError } from "./command/run_command.ts";
import { checkAccess, secretFiles } from "./doctor/access_check.ts";
import { checkAddress } from "./doctor/address_check.ts";
import { readCertificate } from "./doctor/certificate.ts";
import { checkClock } from "./doctor/clock_check.ts";
import { checkDisk } from "./doctor/disk_check.ts";
import { doctorReport, findingText, worstStatus } from "./doctor/doctor_report.ts";
import { fault, type Finding } from "./doctor/finding.ts";
import { checkHub } from "./doctor/hub_check.ts";
import { type CheckedRevision, checkRevision } from "./doctor/revision_check.ts";
import { askHealth, checkService } from "./doctor/service_check.ts";
import { checkSources } from "./doctor/sources_check.ts";
import { checkStore } from "./doctor/store_check.ts";
import { type Configuration, isLocalOrigin, readConfiguration, type SampleData } from "./service/configuration.ts";
import { ConfigurationError } from "./service/configuration_value.ts";
import { diskRoom } from "./service/file_store/disk_fault.ts";
import { isStoreFile } from "./service/kv_location.ts";
import type { OpenedStore } from "./service/open_store.ts";
import { readSourceSettings, type SourceSettings } from "./watch/source_settings.ts";
import { readSourceStates } from "./watch/source_state.ts";

const HELP = `Say whether the service and its store are in order, and what to do where they
are not.

  deno task doctor [options]

It changes nothing, and works beside a running service. Give it the environment
of the service: KV_PATH, BASE_URL, PORT. Nobody but this machine and BASE_URL is
called. The exit code is that of the worst finding: 0 ok, 1 warning, 2 fault.

  --quiet, -q   only warnings and faults
  --json        one object, for programs
  --help        this text`;

const OPTIONS = {
  quiet: { type: "boolean", short: "q" },
  json: { type: "boolean" },
} as const;

async function doctorCommand(line: CommandLine): Promise<number> {
  if (line.files.length > 0) throw new UsageError(`doctor takes no ${JSON.stringify(line.files[0])}.`);
  const findings = await allFindings();
  const status = worstStatus(findings);
  if (line.flag("json")) print(JSON.stringify({ status, findings }, null, 2));
  else if (!line.flag("quiet")) print(escapedControls(doctorReport(findings)));
  else {
    for (const finding of findings.filter((finding) => finding.status !== "ok")) {
      print(escapedControls(findingText(finding)));
    }
  }
  return { ok: 0, warning: 1, fault: 2 }[status];
}

async function allFindings(): Promise<readonly Finding[]> {
  let configuration: Configuration;
  let sources: SourceSettings | null;
  try {
    configuration = readConfiguration((name) => Deno.env.get(name));
    sources = readSourceSettings((name) => Deno.env.get(name));
  } catch (error) {
    if (!(error instanceof ConfigurationError)) throw error;
    return [fault("settings", error.message)];
  }
  const { findings, opened } = await checkStore(configuration.kvPath);
  try {
    const revision = opened === null ? null : await revisionOf(opened, configuration.sampleData);
    return [
      ...findings,
      ...await accessFindings(configuration.kvPath),
      ...diskFindings(configuration.kvPath, opened === null, revision),
      ...revision?.findings ?? [],
      ...opened === null ? [] : [await hubFinding(opened), ...await sourceFindings(opened, sources)],
      ...await outsideFindings(configuration, revision?.head ?? null),
    ];
  } finally {
    opened?.kv.close();
  }
}

async function revisionOf({ kv }: OpenedStore, sampleData: SampleData): Promise<CheckedRevision> {
  try {
    return await checkRevision(kv, sampleData);
  } catch (error) {
    return { findings: [unreadable("revision", error)], head: null };
  }
}

async function hubFinding({ kv }: OpenedStore): Promise<Finding> {
  try {
    return checkHub(await readHubFigures(kv, Date.now()), Date.now());
  } catch (error) {
    return unreadable("hub", error);
  }
}

async function sourceFindings({ kv }: OpenedStore, settings: SourceSettings | null): Promise<readonly Finding[]> {
  try {
    const names = settings?.sources.map(({ name }) => name) ?? null;
    const finding = checkSources(await readSourceStates(kv), names, Date.now());
    return finding === null ? [] : [finding];
  } catch (error) {
    return [unreadable("sources", error)];
  }
}

/** What the store says when it is asked; a fault of the program is thrown on. */
function unreadable(check: string, error: unknown): Finding {
  const message = operatorMessage(error);
  if (message === null) throw error;
  return fault(check, message);
}

async function accessFindings(path: string | undefined): Promise<readonly Finding[]> {
  const store = path !== undefined && isStoreFile(path) ? path : null;
  const finding = await checkAccess(secretFiles(store, (name) => Deno.env.get(name)));
  return finding === null ? [] : [finding];
}

function diskFindings(
  path: string | undefined,
  mayBeMissing: boolean,
  revision: CheckedRevision | null,
): readonly Finding[] {
  if (path === undefined || !isStoreFile(path)) return [];
  const room = diskRoom(path);
  if (mayBeMissing && room.free === Infinity) return [];
  const bytes = revision?.head?.parts.reduce((sum, { length }) => sum + length, 0) ?? 0;
  return [checkDisk(room, bytes)];
}

async function outsideFindings(
  { host, port, siteOn, hub, sampleData }: Configuration,
  head: CheckedRevision["head"],
): Promise<readonly Finding[]> {
  const local = `http://${localHost(host)}:${port}`;
  const { baseUrl } = siteOn(port);
  const isSet = Boolean(Deno.env.get("BASE_URL"));
  const isAsked = isSet && !(isLocalOrigin(baseUrl) && baseUrl.startsWith("http:"));
  const [answer, certificate, outside] = await Promise.all([
    askHealth(local),
    isAsked && baseUrl.startsWith("https:") ? readCertificate(baseUrl) : null,
    isAsked ? askHealth(baseUrl) : null,
  ]);
  const published = head?.sample && sampleData === "never" ? NOTHING_IMPORTED : head?.revision ?? null;
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
      answeredAt: typeof outside === "string" ? null : outside?.at ?? null,
    }),
  ];
}

/** An address at which this machine reaches what listens on another. */
function localHost(host: string): string {
  if (host === "0.0.0.0") return "127.0.0.1";
  if (host === "::") return "[::1]";
  return host.includes(":") ? `[${host}]` : host;
}

if (import.meta.main) await runCommand(HELP, OPTIONS, doctorCommand);
