// Jobs: commands that a program has started because they need permissions for what somebody has just typed, such as the
// host of a mail server. The launcher starts them, and each gets the permissions of its own settings alone.

import { randomBytes } from "node:crypto";
import type { ProgramName } from "../programs.ts";

/** The commands of jobs. `{month}` and `{language}` stand for those of the job. */
const COMMANDS = {
  test_receivers: ["alerts", "test", "--json", "--sentences"],
  mail_report: ["report", "--mail", "--json", "--sentences", "--month={month}", "--language={language}"],
  try_sources: ["watch", "--dry-run", "--json", "--sentences"],
  check_address: ["doctor", "--json", "--sentences"],
} as const satisfies Readonly<Record<string, readonly [ProgramName, ...string[]]>>;

/** Variables that a job may set: where its settings stand. */
const VARIABLES = ["ALERTS", "SOURCES_FILE", "BASE_URL"] as const;

/** A command to start. */
export interface Job {
  readonly command: keyof typeof COMMANDS;
  readonly variables: Readonly<Partial<Record<typeof VARIABLES[number], string>>>;
  /** The month of a report, such as `2026-10`. */
  readonly month?: string;
  /** The language of a report, such as `de`. */
  readonly language?: string;
}

/** What a job has printed. */
export interface JobResult {
  /** Standard output: JSON, unless the command ended with an error. */
  readonly output: string;
  /** Standard error. */
  readonly errors: string;
}

/** Starts a program with arguments and variables, and resolves to what it has printed. */
type Run = (
  name: ProgramName,
  args: readonly string[],
  variables: Readonly<Record<string, string>>,
) => Promise<JobResult>;

/** Runs the command of a job. Throws a `TypeError` if it is none. */
export async function runJob({ command, variables, month = "", language = "en" }: Job, run: Run): Promise<JobResult> {
  const isKnown = Object.hasOwn(COMMANDS, command) && /^(?:\d{4}-\d{2})?$/.test(month) && /^[a-z]{2}$/.test(language);
  if (!isKnown) throw new TypeError(`There is no job ${command} ${month}.`);
  const [name, ...args] = COMMANDS[command];
  const given = VARIABLES.flatMap((one) => variables[one] === undefined ? [] : [[one, variables[one]] as const]);
  return await run(
    name,
    args.map((one) => one.replace("{month}", month).replace("{language}", language)),
    Object.fromEntries(given),
  );
}

/** Runs the jobs that {@linkcode postJob} sends to `address`, on this machine. The path of the address is a secret. */
export function serveJobs(run: Run): AsyncDisposable & { readonly address: string } {
  const path = `/${randomBytes(32).toString("base64url")}`;
  const server = Deno.serve({ hostname: "127.0.0.1", port: 0, onListen: () => {} }, async (request) => {
    if (new URL(request.url).pathname !== path || request.method !== "POST") return new Response(null, { status: 404 });
    return Response.json(await runJob(await request.json(), run));
  });
  return { address: `http://127.0.0.1:${server.addr.port}${path}`, [Symbol.asyncDispose]: () => server.shutdown() };
}

/** Has the launcher of this process run a job. */
export async function postJob(job: Job): Promise<JobResult> {
  const response = await fetch(Deno.env.get("JOBS_ADDRESS") ?? "", { method: "POST", body: JSON.stringify(job) });
  return await response.json();
}
