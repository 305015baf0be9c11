import { joinBytes } from "../../../domain/join_bytes.ts";

/** What a proxy does to a commit: it is cut off before the server has it, or the answer to it is. */
export type PostgresLoss = "commit" | "answer";

/** A proxy before PostgreSQL that cuts connections in the middle of commits. */
export interface PostgresProxy extends AsyncDisposable {
  readonly url: string;
  /** How many commits have been sent through it since `lose` was called last. */
  readonly commits: () => number;
  /** Chooses what happens to the nth commit from now on, counted from 0; null for nothing. */
  readonly lose: (lossOf: (nth: number) => PostgresLoss | null) => void;
}

const BIND = "B".charCodeAt(0);
const HEAD_BYTES = 5;

/** Starts a proxy before a server. */
export function startPostgresProxy(target: string): PostgresProxy {
  const { port } = new URL(target);
  const listener = Deno.listen({ hostname: "127.0.0.1", port: 0 });
  const passing = new Set<Promise<unknown>>();
  const open = new Set<Deno.TcpConn>();
  let nth = 0;
  let lossOf: (nth: number) => PostgresLoss | null = () => null;

  async function pass(inner: Deno.TcpConn): Promise<void> {
    const outer = await Deno.connect({ hostname: "127.0.0.1", port: Number(port) });
    let isAnswerLost = false;
    const both = [inner, outer];
    for (const end of both) open.add(end);
    const requests = commitsOf(inner.readable, () => {
      const loss = lossOf(nth++);
      if (loss === "commit") throw new Error("The connection is cut before the commit.");
      if (loss === "answer") isAnswerLost = true;
    });
    const answers = outer.readable.pipeThrough(
      new TransformStream({
        transform: (bytes, controller) => {
          if (isAnswerLost) throw new Error("The connection is cut before the answer.");
          controller.enqueue(bytes);
        },
      }),
    );
    await Promise.race([requests.pipeTo(outer.writable), answers.pipeTo(inner.writable)]).catch(() => {});
    for (const end of both) {
      open.delete(end);
      close(end);
    }
  }

  const accepting = (async () => {
    for await (const inner of listener) {
      const passed: Promise<unknown> = pass(inner).catch(() => close(inner)).finally(() => passing.delete(passed));
      passing.add(passed);
    }
  })();
  const { addr } = listener;
  return {
    url: target.replace(`:${port}/`, `:${addr.port}/`),
    commits: () => nth,
    lose: (next) => {
      nth = 0;
      lossOf = next;
    },
    [Symbol.asyncDispose]: async () => {
      listener.close();
      await accepting;
      for (const end of open) close(end);
      await Promise.all(passing);
    },
  };
}

/** Passes on what a client sends, message by message, and calls a function before each commit. */
function commitsOf(stream: ReadableStream<Uint8Array>, onCommit: () => void): ReadableStream<Uint8Array> {
  let held = new Uint8Array();
  // The first message, the startup, has a length and no type.
  let isStarted = false;
  return stream.pipeThrough(
    new TransformStream<Uint8Array, Uint8Array<ArrayBuffer>>({
      transform: (bytes, controller) => {
        held = joinBytes([held, bytes]);
        for (;;) {
          const typed = isStarted ? 1 : 0;
          if (held.length < typed + 4) return;
          const length = typed + new DataView(held.buffer).getUint32(typed);
          if (held.length < length) return;
          const message = held.slice(0, length);
          held = held.slice(length);
          if (isStarted && message[0] === BIND && statementOf(message) === "commit") onCommit();
          isStarted = true;
          controller.enqueue(message);
        }
      },
    }),
  );
}

/** The prepared statement that a Bind message names, after the name of its portal. */
function statementOf(message: Uint8Array): string {
  const [, statement = ""] = new TextDecoder().decode(message.slice(HEAD_BYTES, HEAD_BYTES + 40)).split("\0");
  return statement;
}

function close(end: Deno.TcpConn): void {
  try {
    end.close();
  } catch (error) {
    if (!(error instanceof Deno.errors.BadResource)) throw error;
  }
}
