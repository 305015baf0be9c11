import assert from "node:assert/strict";

/** A JSON-RPC response; only the members that tests use. */
export interface RpcAnswer {
  readonly id: unknown;
  readonly result?: Readonly<Record<string, unknown>>;
  readonly error?: { readonly code: number; readonly message: string };
}

/** Parses a response that must be one JSON document. */
export async function rpcAnswer(answer: Response): Promise<RpcAnswer> {
  assert.equal(answer.headers.get("content-type"), "application/json");
  return await answer.json();
}

/** Asserts that a request was refused with this status and code; resolves to the message. */
export async function assertRefused(answer: Response, status: number, code: number, id: unknown = null) {
  assert.equal(answer.status, status);
  const { id: given, error } = await rpcAnswer(answer);
  assert.equal(error?.code, code);
  assert.equal(given, id);
  return error?.message ?? "";
}
