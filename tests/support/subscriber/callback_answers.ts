import type { RecordedRequest, RequestKind } from "../subscriber/recorded_request.ts";

/** What a callback does with a request. */
export type CallbackAnswer =
  | {
    readonly status: number;
    readonly headers?: Readonly<Record<string, string>>;
    readonly body?: string;
    /** Sends the body one byte at a time with so many milliseconds between them. */
    readonly dripMs?: number;
  }
  /** Closes the connection without an answer. */
  | "destroy";

/** Decides what a callback does with a request. */
export type Answers = (request: RecordedRequest) => CallbackAnswer | Promise<CallbackAnswer>;

/** Echoes the challenge of a verification, and takes everything else with 200 (WebSub 5.3.1, 7). */
export const confirm: Answers = (request) => ({ status: 200, body: challengeOf(request) });

/** The challenge of a verification; empty for any other request. */
export function challengeOf(request: RecordedRequest): string {
  return request.kind === "verification" ? request.query.get("hub.challenge") ?? "" : "";
}

/** The same answer to everything. */
export function always(answer: CallbackAnswer): Answers {
  return () => answer;
}

/** Confirms with another status. */
export function confirmWith(status: number): Answers {
  return (request) => ({ status, body: challengeOf(request) });
}

/** Its own answers for some kinds of request; all others are confirmed. */
export function byKind(answers: Readonly<Partial<Record<RequestKind, Answers>>>): Answers {
  return (request) => (answers[request.kind] ?? confirm)(request);
}

/** One after the other, one a request; the last for all that follow. */
export function inTurn(...answers: readonly [Answers, ...Answers[]]): Answers {
  let count = 0;
  return (request) => (answers[Math.min(count++, answers.length - 1)] ?? answers[0])(request);
}

/** Holds an answer back until the test releases it. */
export function heldBack(answers: Answers): { readonly answers: Answers; readonly release: () => void } {
  const gate = Promise.withResolvers<void>();
  return {
    answers: async (request) => {
      await gate.promise;
      return await answers(request);
    },
    release: gate.resolve,
  };
}
