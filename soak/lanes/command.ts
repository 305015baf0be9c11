import { shiftedArguments, shiftedEnvironment } from "../stage/service.ts";
import type { SoakStage } from "../soak_stage.ts";
import { wait } from "../wait.ts";

/** How a command ended. */
export interface CommandEnd {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
  /** Whether it was killed before its end. */
  readonly isKilled: boolean;
}

const ROOT = new URL("../../", import.meta.url);
const ENDS_WITHIN_MS = 120_000;

/**
 * Runs a command of the operator as its task does, beside the services.
 *
 * @param killAfter Milliseconds after which it is killed.
 */
export async function runCommand(
  { processes, environment, clock, findings }: SoakStage,
  name: "import" | "export" | "hub",
  args: readonly string[],
  killAfter = ENDS_WITHIN_MS,
): Promise<CommandEnd> {
  const child = processes.start(Deno.execPath(), [...shiftedArguments(name, environment, clock.file), ...args], {
    cwd: ROOT,
    env: shiftedEnvironment(environment, clock.file),
    stdout: "piped",
    stderr: "piped",
  });
  const ended = new AbortController();
  let isKilled = false;
  void wait(killAfter, ended.signal).then(async () => {
    if (ended.signal.aborted) return;
    isKilled = true;
    await processes.stop(child);
  });
  const { code, stdout, stderr } = await child.output();
  ended.abort();
  if (isKilled && killAfter === ENDS_WITHIN_MS) findings.fault("died", `${name} had not ended after two minutes.`);
  const decoder = new TextDecoder();
  return { code, stdout: decoder.decode(stdout), stderr: decoder.decode(stderr), isKilled };
}

/** A line of progress, as an import of more than five seconds prints one. */
const PROGRESS = /^[A-Z]\w+: [\d,]+(?: of [\d,]+)? [a-z]+$/;

/**
 * Whether a command that failed may have done so: the disk was full meanwhile, or a service stood still and had the store
 * locked; and it said so in one sentence.
 */
export function judgeFailure(
  { findings, timeline }: SoakStage,
  name: string,
  begunAt: number,
  { code, stderr }: CommandEnd,
): void {
  // A command that takes its time says how far it is.
  const said = stderr.trim().split("\n").filter((line) => !PROGRESS.test(line)).join("\n");
  findings.count(`refused: ${name} ended with ${code}`);
  if (!timeline.touched(begunAt, Date.now(), ["full disk", "paused"])) {
    findings.fault(
      "unanswered",
      `${name} ended with ${code}; ${timeline.told(begunAt, Date.now())}: ${said.slice(0, 400)}`,
    );
  } else if (said.split("\n").length > 1 || /^\s+at /m.test(said)) {
    findings.fault("wrong", `${name} did not say in one sentence why: ${said.slice(0, 400)}`);
  }
}
