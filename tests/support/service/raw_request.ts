/**
 * Sends raw bytes over a new connection and reads the status of the response.
 *
 * @returns The status code; 0 if the connection is closed without a response.
 */
export async function rawRequest(origin: string, request: string | Uint8Array): Promise<number> {
  using connection = await Deno.connect({ hostname: "127.0.0.1", port: Number(new URL(origin).port) });
  const bytes = typeof request === "string" ? new TextEncoder().encode(request) : request;
  try {
    for (let at = 0; at < bytes.length;) at += await connection.write(bytes.subarray(at));
  } catch (error) {
    // The server may refuse before it has read the whole request.
    if (!(error instanceof Deno.errors.BrokenPipe || error instanceof Deno.errors.ConnectionReset)) throw error;
  }
  const answer = new Uint8Array(512);
  const read = await connection.read(answer);
  return Number(/^HTTP\/1\.1 (\d{3})/.exec(new TextDecoder().decode(answer.subarray(0, read ?? 0)))?.[1] ?? 0);
}
