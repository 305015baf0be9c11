import { aborted } from "./aborted.ts";
import type { CallbackAnswer } from "./callback_answers.ts";

/**
 * Writes the response of a callback to a connection.
 *
 * @param ending Aborts a slow response.
 */
export async function writeAnswer(
  connection: Deno.Conn,
  answer: Exclude<CallbackAnswer, "destroy">,
  ending: AbortSignal,
): Promise<void> {
  const encoder = new TextEncoder();
  const body = encoder.encode(answer.status === 204 ? "" : answer.body ?? "");
  const length = answer.status === 204 ? "" : `content-length: ${body.length}\r\n`;
  const fields = Object.entries(answer.headers ?? {}).map(([name, value]) => `${name}: ${value}\r\n`).join("");
  await writeAll(connection, encoder.encode(`HTTP/1.1 ${answer.status} Answer\r\n${length}${fields}\r\n`));
  if (answer.dripMs === undefined) return await writeAll(connection, body);
  for (const byte of body) {
    const { promise, resolve } = Promise.withResolvers<void>();
    const timer = setInterval(resolve, answer.dripMs);
    await Promise.race([promise, aborted(ending)]).finally(() => clearInterval(timer));
    await writeAll(connection, Uint8Array.of(byte));
  }
}

async function writeAll(connection: Deno.Conn, bytes: Uint8Array): Promise<void> {
  for (let at = 0; at < bytes.length;) at += await connection.write(bytes.subarray(at));
}
