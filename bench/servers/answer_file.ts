import { Buffer } from "node:buffer";
import type { RawAnswer } from "../load/raw_answer.ts";

/** Saves a response in a file, for a baseline server to send. */
export function writeAnswer(path: string, { status, headers, body }: RawAnswer): void {
  Deno.writeTextFileSync(path, JSON.stringify({ status, headers, body: Buffer.from(body).toString("base64") }));
}

/** Loads a response that {@linkcode writeAnswer} saved. */
export function readAnswer(path: string): RawAnswer & { readonly body: Uint8Array<ArrayBuffer> } {
  const { status, headers, body } = JSON.parse(Deno.readTextFileSync(path));
  return { status, headers, body: new Uint8Array(Buffer.from(body, "base64")) };
}
