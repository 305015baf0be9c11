import { inTime } from "../../../domain/deadline.ts";
import { type Answers, type CallbackAnswer, confirm } from "./callback_answers.ts";
import { FIXTURE_PEM, type RawConnection, startRawSubscriber } from "./raw_subscriber.ts";
import { type RecordedRequest, recordedRequest, type RequestKind, textOf } from "./recorded_request.ts";

/** A callback of the subscriber. Each has a separate host name. */
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

interface Recorder {
  readonly callback: TestCallback;
  readonly take: (request: RecordedRequest) => CallbackAnswer | Promise<CallbackAnswer>;
}

const PATIENCE_MS = 120_000;

/**
 * Starts a TLS subscriber on this machine with any number of callbacks.
 *
 * @param hostname The address where it listens.
 * @param domain Suffix of the callback hosts; the certificate covers `subscriber.localhost` and `subscriber.test`.
 * @param pem Certificate and key, instead of those of the fixtures.
 * @param wantedPort By default a free one.
 */
export function startSubscriber(
  hostname = "127.0.0.1",
  domain = "subscriber.localhost",
  pem = FIXTURE_PEM,
  wantedPort = 0,
) {
  const recorders = new Map<string, Recorder>();
  const ending = new AbortController();
  const { port, [Symbol.asyncDispose]: end } = startRawSubscriber(
    async (wire, connection) => {
      const request = recordedRequest(wire, Date.now());
      const host = wire.headers.find(([name]) => name.toLowerCase() === "host")?.[1]?.replace(/:\d+$/, "");
      const answer = await Promise.race([
        recorders.get(host ?? "")?.take(request) ?? { status: 404 },
        aborted(ending.signal),
      ]);
      if (answer === "destroy") connection.close();
      else await writeAnswer(connection, answer);
    },
    "tls",
    hostname,
    pem,
    wantedPort,
  );
  return {
    /**
     * Creates a callback that confirms everything unless given other answers.
     *
     * @param target Path and query, used unchanged.
     * @param host A unique name; the certificate covers the domain and `localhost`.
     */
    callback: (target = "/callback", answers = confirm, host = `s${recorders.size + 1}.${domain}`) => {
      const recorder = recorderOf(host, port, target, answers);
      recorders.set(host, recorder);
      return recorder.callback;
    },
    [Symbol.asyncDispose]: async () => {
      ending.abort();
      await end();
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
    const { promise, resolve } = Promise.withResolvers<RecordedRequest>();
    const look = () => {
      const found = find();
      if (found !== undefined) resolve(found);
    };
    waiting.add(look);
    look();
    return inTime(promise, PATIENCE_MS, () => {
      const came = recorded.map(({ kind, target }) => `${kind} ${target}`).join(", ") || "nothing";
      return new Error(`${host} waited ${PATIENCE_MS / 1000} s for ${what}; came: ${came}.`);
    }).finally(() => waiting.delete(look));
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

/** Writes the response of a callback to a connection. */
async function writeAnswer(
  { write }: RawConnection,
  { status, headers = {}, body = "" }: Exclude<CallbackAnswer, "destroy">,
): Promise<void> {
  const bytes = new TextEncoder().encode(status === 204 ? "" : body);
  const length = status === 204 ? "" : `content-length: ${bytes.length}\r\n`;
  const fields = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`).join("");
  await write(`HTTP/1.1 ${status} Answer\r\n${length}${fields}\r\n`);
  await write(bytes);
}

/** Rejects when the signal is aborted; never resolves. */
function aborted(signal: AbortSignal): Promise<never> {
  return new Promise((_, reject) => {
    if (signal.aborted) return reject(signal.reason);
    signal.addEventListener("abort", () => reject(signal.reason), { once: true });
  });
}
