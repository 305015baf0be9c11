import { ROOT, shiftedProgram } from "./service.ts";
import type { SoakStage } from "./soak_stage.ts";
import { wait } from "./timeline.ts";

/** Result of a command. */
export interface CommandEnd {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
  /** True if it was killed. */
  readonly isKilled: boolean;
}

const ENDS_WITHIN_MS = 120_000;

/**
 * Runs a command of the operator as its task does, while the services run.
 *
 * @param killAfter Milliseconds after which it is killed.
 */
export async function runCommand(
  stage: SoakStage,
  name: "import" | "export" | "hub",
  args: readonly string[],
  killAfter = ENDS_WITHIN_MS,
): Promise<CommandEnd> {
  const { processes, findings } = stage;
  const { args: deno, env } = shiftedProgram(name, stage);
  const options = { cwd: ROOT, env, stdout: "piped", stderr: "piped" } as const;
  const child = processes.start(Deno.execPath(), [...deno, ...args], options);
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

/** Pattern of a progress line. An import prints these after five seconds. */
const PROGRESS = /^[A-Z]\w+: [\d,]+(?: of [\d,]+)? [a-z]+$/;

/**
 * Records a fault unless the failure of a command is right. It may fail if the disk was full or a paused service had
 * locked the store. Its message must then be one sentence.
 */
export function judgeFailure(
  { findings, timeline }: SoakStage,
  name: string,
  begunAt: number,
  { code, stderr }: CommandEnd,
): void {
  // A slow command also prints its progress.
  const output = stderr.trim().split("\n").filter((line) => !PROGRESS.test(line)).join("\n");
  findings.count(`refused: ${name} ended with ${code}`);
  if (!timeline.touched(begunAt, Date.now(), ["full disk", "paused"])) {
    const meanwhile = timeline.during(begunAt, Date.now());
    findings.fault("unanswered", `${name} ended with ${code}; ${meanwhile}: ${output.slice(0, 400)}`);
  } else if (output.split("\n").length > 1 || /^\s+at /m.test(output)) {
    findings.fault("wrong", `${name} did not say in one sentence why: ${output.slice(0, 400)}`);
  }
}
