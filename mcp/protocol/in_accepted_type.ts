import { acceptedType } from "../accepted_type.ts";

/** Writes an answer as one event for a client that takes only event streams; any other answer stays as it is. */
export async function inAcceptedType(accept: string | null, answer: Response): Promise<Response> {
  const isJson = answer.headers.get("content-type")?.startsWith("application/json") === true;
  if (!answer.ok || !isJson || acceptedType(accept) === "application/json") return answer;
  const headers = new Headers(answer.headers);
  headers.set("content-type", "text/event-stream");
  // The libraries write JSON without line ends: one line of data holds it.
  return new Response(`event: message\ndata: ${await answer.text()}\n\n`, { status: answer.status, headers });
}
