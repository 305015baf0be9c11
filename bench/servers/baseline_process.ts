import { fileURLToPath } from "node:url";
import type { RawAnswer } from "../load/raw_answer.ts";
import type { Workplace } from "../processes.ts";
import { writeAnswer } from "./answer_file.ts";

/** A server to compare the service with. */
export interface BaselineProcess {
  readonly origin: string;
  readonly child: Deno.ChildProcess;
}

const HERE = fileURLToPath(new URL("./", import.meta.url));

/**
 * Starts a server that always sends one response.
 *
 * @param script File in this folder; gets the path of the saved response as its argument.
 */
export async function startBaseline(
  { processes, folder }: Workplace,
  script: "bare_server.ts" | "hono_server.ts",
  answer: RawAnswer,
): Promise<BaselineProcess> {
  const file = `${folder}/${crypto.randomUUID()}.json`;
  writeAnswer(file, answer);
  const child = processes.start(
    Deno.execPath(),
    ["run", "-q", "--no-prompt", "--allow-net=127.0.0.1", `--allow-read=${file}`, HERE + script, file],
    { stdout: "piped" },
  );
  for await (const line of child.stdout.pipeThrough(new TextDecoderStream())) {
    return { origin: `http://127.0.0.1:${Number(line)}`, child };
  }
  throw new Error(`${script} ended before it served.`);
}
