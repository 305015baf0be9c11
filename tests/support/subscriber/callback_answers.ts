import type { RecordedRequest, RequestKind } from "./recorded_request.ts";

/** The response of a callback. */
export type CallbackAnswer =
  | {
    readonly status: number;
    readonly headers?: Readonly<Record<string, string>>;
    readonly body?: string;
  }
  /** Closes the connection without a response. */
  | "destroy";

/** Chooses the response of a callback to a request. */
export type Answers = (request: RecordedRequest) => CallbackAnswer | Promise<CallbackAnswer>;

/** Echoes the challenge of a verification and answers everything else with 200 (WebSub 5.3.1, 7). */
export const confirm: Answers = (request) => ({ status: 200, body: challengeOf(request) });

/** The challenge of a verification; empty for any other request. */
export function challengeOf(request: RecordedRequest): string {
  return request.kind === "verification" ? request.query.get("hub.challenge") ?? "" : "";
}

/** Always the same response. */
export function always(answer: CallbackAnswer): Answers {
  return () => answer;
}

/** Like {@linkcode confirm} with another status. */
export function confirmWith(status: number): Answers {
  return (request) => ({ status, body: challengeOf(request) });
}

/** Different responses for some kinds of requests; the others are confirmed. */
export function byKind(answers: Readonly<Partial<Record<RequestKind, Answers>>>): Answers {
  return (request) => (answers[request.kind] ?? confirm)(request);
}

/** Responses in turn, one per request; the last one repeats. */
export function inTurn(...answers: readonly [Answers, ...Answers[]]): Answers {
  let count = 0;
  return (request) => (answers[Math.min(count++, answers.length - 1)] ?? answers[0])(request);
}
