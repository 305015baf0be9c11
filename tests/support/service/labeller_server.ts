import recorded from "../../fixtures/labeller/recorded.json" with { type: "json" };

/** A review as a request shows it to the model. */
export interface SentReview {
  readonly stars: number;
  readonly text: string;
}

/** Answers a call, given its review, the number of calls before, and a promise of the end of the server. */
export type AnswerCall = (review: SentReview, call: number, ended: Promise<void>) => Response | Promise<Response>;

type Entry = (typeof recorded.answers)[keyof typeof recorded.answers];
const ANSWERS: Readonly<Record<string, Entry>> = recorded.answers;
const SILENT = { language: "en", aspects: [], problems: [] };

/** A chat completion with this content. */
export function completion(content: unknown): Response {
  const text = typeof content === "string" ? content : JSON.stringify(content);
  return Response.json({ choices: [{ index: 0, message: { role: "assistant", content: text } }] });
}

/** Answers with the recorded labels, which were written by hand; with none for other texts. */
export const recordedAnswer: AnswerCall = ({ text }) => completion(ANSWERS[text] ?? SILENT);

/** Starts a server of the chat completions interface on a free port of this machine. */
export function labellerServer() {
  const bodies: string[] = [];
  const keys: (string | null)[] = [];
  const end = Promise.withResolvers<void>();
  let [running, most] = [0, 0];
  const server = Deno.serve(
    { port: 0, hostname: "127.0.0.1", onListen: () => {} },
    async (request: Request): Promise<Response> => {
      most = Math.max(most, ++running);
      try {
        if (request.method !== "POST" || new URL(request.url).pathname !== "/v1/chat/completions") {
          return new Response(null, { status: 404 });
        }
        const body = await request.text();
        keys.push(request.headers.get("authorization"));
        return await labeller.answer(sentIn(body), bodies.push(body) - 1, end.promise);
      } finally {
        running--;
      }
    },
  );
  const labeller = {
    /** Variables that make it the labeller. */
    env: { LABELLER_URL: `http://127.0.0.1:${server.addr.port}/v1`, LABELLER_MODEL: "recorded" } as Readonly<
      Record<string, string>
    >,
    /** Bodies of the calls so far. */
    bodies,
    /** `Authorization` of the calls so far. */
    keys,
    /** Texts of the calls so far. */
    texts: () => bodies.map((body) => sentIn(body).text),
    /** Highest number of calls at once. */
    most: () => most,
    /** Replaces the answers. */
    answer: recordedAnswer,
    [Symbol.asyncDispose]: () => {
      end.resolve();
      return server.shutdown();
    },
  };
  return labeller;
}

function sentIn(body: string): SentReview {
  const { messages: [, data] }: { messages: readonly { readonly content: string }[] } = JSON.parse(body);
  return JSON.parse(data?.content ?? "");
}
