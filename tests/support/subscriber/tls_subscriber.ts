import { aborted } from "./aborted.ts";
import { type Answers, type CallbackAnswer, confirm } from "./callback_answers.ts";
import { requestReader } from "./read_request.ts";
import { type RecordedRequest, recordedRequest, type RequestKind, textOf } from "./recorded_request.ts";
import { writeAnswer } from "./write_answer.ts";

/** A callback of the subscriber, on a host of its own. */
export interface TestCallback {
  readonly url: string;
  readonly host: string;
  /** `https://HOST:PORT`; requests to all paths of it are recorded. */
  readonly origin: string;
  /** Replaces the callback's responses. */
  readonly answers: (answers: Answers) => void;
  /** Resolves to the next request of a kind, in order, including past ones. Rejects after two minutes. */
  readonly next: (kind: RequestKind) => Promise<RecordedRequest>;
  /** Resolves to the first delivery whose body contains the text. Rejects after two minutes. */
  readonly received: (text: string) => Promise<RecordedRequest>;
  /** All requests so far, or those of one kind. */
  readonly requests: (kind?: RequestKind) => readonly RecordedRequest[];
}

/** A TLS subscriber on this machine with any number of callbacks. */
export interface TlsSubscriber extends AsyncDisposable {
  /**
   * Creates a callback that confirms everything unless given other answers.
   *
   * @param target Path and query, used unchanged.
   * @param host A name of its own, once; the certificate covers `localhost` besides the domain.
   */
  readonly callback: (target?: string, answers?: Answers, host?: string) => TestCallback;
}

interface Recorder {
  readonly callback: TestCallback;
  readonly take: (request: RecordedRequest) => CallbackAnswer | Promise<CallbackAnswer>;
}

const FIXTURES = new URL("../../fixtures/tls/", import.meta.url);
const PATIENCE_MS = 120_000;

/**
 * Starts a subscriber.
 *
 * @param hostname The address where it listens.
 * @param domain What the names of its callbacks end with; the certificate covers `subscriber.localhost` and `subscriber.test`.
 * @param pem Certificate and key, instead of those of the fixtures.
 */
export async function startSubscriber(
  hostname = "127.0.0.1",
  domain = "subscriber.localhost",
  pem: readonly [cert: URL | string, key: URL | string] = [
    new URL("subscriber.pem", FIXTURES),
    new URL("subscriber.key", FIXTURES),
  ],
): Promise<TlsSubscriber> {
  const [cert, key] = await Promise.all(
    pem.map((file) => Deno.readTextFile(file)),
  );
  const listener = Deno.listenTls({ hostname, port: 0, cert: cert ?? "", key: key ?? "" });
  const recorders = new Map<string, Recorder>();
  const open = new Map<Deno.Conn, Promise<void>>();
  const ending = new AbortController();

  async function converse(connection: Deno.Conn): Promise<void> {
    const nextRequest = requestReader(connection);
    try {
      for (let wire = await nextRequest(); wire !== null; wire = await nextRequest()) {
        const request = recordedRequest(wire, Date.now());
        const host = wire.headers.find(([name]) => name.toLowerCase() === "host")?.[1]?.replace(/:\d+$/, "");
        const answer = await Promise.race([
          recorders.get(host ?? "")?.take(request) ?? { status: 404 },
          aborted(ending.signal),
        ]);
        if (answer === "destroy") return;
        await writeAnswer(connection, answer, ending.signal);
      }
    } catch (error) {
      if (!isEndOfConnection(error)) throw error;
    } finally {
      open.delete(connection);
      close(connection);
    }
  }

  const accepting = (async () => {
    try {
      for await (const connection of listener) open.set(connection, converse(connection));
    } catch (error) {
      if (!isEndOfConnection(error)) throw error;
    }
  })();
  return {
    callback: (target = "/callback", answers = confirm, host = `s${recorders.size + 1}.${domain}`) => {
      const recorder = recorderOf(host, listener.addr.port, target, answers);
      recorders.set(host, recorder);
      return recorder.callback;
    },
    [Symbol.asyncDispose]: async () => {
      ending.abort();
      listener.close();
      const conversations = [...open.values()];
      for (const connection of open.keys()) close(connection);
      await Promise.all([accepting, ...conversations]);
    },
  };
}

function recorderOf(host: string, port: number, target: string, initial: Answers): Recorder {
  let answers = initial;
  const recorded: RecordedRequest[] = [];
  const taken = new Map<RequestKind, number>();
  const waiting = new Set<() => void>();
  const requests = (kind?: RequestKind) => recorded.filter((request) => kind === undefined || request.kind === kind);
  function wait(what: string, find: () => RecordedRequest | undefined): Promise<RecordedRequest> {
    const { promise, resolve, reject } = Promise.withResolvers<RecordedRequest>();
    const timer = setTimeout(() => {
      waiting.delete(look);
      const came = recorded.map(({ kind, target }) => `${kind} ${target}`).join(", ") || "nothing";
      reject(new Error(`${host} waited ${PATIENCE_MS / 1000} s for ${what}; came: ${came}.`));
    }, PATIENCE_MS);
    const look = () => {
      const found = find();
      if (found === undefined) return;
      waiting.delete(look);
      clearTimeout(timer);
      resolve(found);
    };
    waiting.add(look);
    look();
    return promise;
  }
  function next(kind: RequestKind): Promise<RecordedRequest> {
    const index = taken.get(kind) ?? 0;
    taken.set(kind, index + 1);
    return wait(`${kind} number ${index + 1}`, () => requests(kind)[index]);
  }
  const received = (text: string) =>
    wait(`the delivery of ${text}`, () => requests("distribution").find((request) => textOf(request).includes(text)));
  const origin = `https://${host}:${port}`;
  return {
    callback: {
      url: origin + target,
      host,
      origin,
      next,
      received,
      requests,
      answers: (given) => void (answers = given),
    },
    take: (request) => {
      recorded.push(request);
      for (const look of waiting) look();
      return answers(request);
    },
  };
}

function close(connection: Deno.Conn): void {
  try {
    connection.close();
  } catch (error) {
    // The connection is closed already.
    if (!(error instanceof Deno.errors.BadResource)) throw error;
  }
}

function isEndOfConnection(error: unknown): boolean {
  const ends = [
    Deno.errors.BadResource,
    Deno.errors.BrokenPipe,
    Deno.errors.ConnectionReset,
    Deno.errors.ConnectionAborted,
    Deno.errors.Interrupted,
    Deno.errors.InvalidData,
    Deno.errors.UnexpectedEof,
  ];
  return error instanceof DOMException || ends.some((type) => error instanceof type);
}
