import assert from "node:assert/strict";
import { startHub } from "../../support/hub/hub_under_test.ts";
import { runProcess } from "../../support/service/run_cli.ts";
import { assertImportsSurvive } from "../../support/import/imports_survive.ts";
import { POSTGRES, startPostgres, WITHOUT_POSTGRES } from "../../support/store/postgres_server.ts";
import { startWire } from "../../support/store/losing_proxy.ts";
import { joinBytes } from "../../../domain/buffers.ts";

/**
 * Fault that a proxy causes in a commit: it cuts the connection before the server has the commit, or before its
 * answer.
 */
type PostgresLoss = "commit" | "answer";

const BIND = "B".charCodeAt(0);
const HEAD_BYTES = 5;

/** Starts a proxy in front of PostgreSQL that cuts connections in the middle of commits. */
function startPostgresProxy(target: string) {
  const { port } = new URL(target);
  let nth = 0;
  let lossOf: (nth: number) => PostgresLoss | null = () => null;
  const wire = startWire(Number(port), () => {
    let isAnswerLost = false;
    return {
      requests: commits(() => {
        const loss = lossOf(nth++);
        if (loss === "commit") throw new Error("The connection is cut before the commit.");
        if (loss === "answer") isAnswerLost = true;
      }),
      answers: new TransformStream({
        transform: (bytes, controller) => {
          if (isAnswerLost) throw new Error("The connection is cut before the answer.");
          controller.enqueue(bytes);
        },
      }),
    };
  });
  return {
    url: target.replace(`:${port}/`, `:${wire.port}/`),
    /** Number of commits since the last call of `lose`. */
    commits: () => nth,
    /** Sets the fault of the nth commit from now on, counted from 0; null for none. */
    lose: (next: (nth: number) => PostgresLoss | null) => {
      nth = 0;
      lossOf = next;
    },
    [Symbol.asyncDispose]: wire.end,
  };
}

/** Passes on the messages of a client, and calls a function before each commit. */
function commits(onCommit: () => void): TransformStream<Uint8Array<ArrayBuffer>, Uint8Array<ArrayBuffer>> {
  let held = new Uint8Array();
  // The first message, the startup, has a length and no type.
  let isStarted = false;
  return new TransformStream({
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
  });
}

/** Name of the prepared statement in a Bind message; it follows the name of its portal. */
function statementOf(message: Uint8Array): string {
  const [, statement = ""] = new TextDecoder().decode(message.slice(HEAD_BYTES, HEAD_BYTES + 40)).split("\0");
  return statement;
}

const ignore = POSTGRES === null;

Deno.test({
  name: `an import into PostgreSQL loses no review, whichever of its commits is cut off${WITHOUT_POSTGRES}`,
  ignore,
  fn: async () => {
    await using server = await startPostgres();
    await using proxy = startPostgresProxy(server.url);
    await assertImportsSurvive<PostgresLoss>(server.url, proxy, () => ["commit", "answer"]);
  },
});

Deno.test({
  name:
    `two services on PostgreSQL lose nothing when one is killed and when the server is restarted${WITHOUT_POSTGRES}`,
  ignore,
  fn: async () => {
    await using server = await startPostgres();
    await using hub = await startHub({}, server.url);
    await using another = await hub.startAnother();
    const callbacks = Array.from({ length: 6 }, (_, n) => hub.callback(`/${n}`));
    for (const callback of callbacks) await hub.subscribe(callback, { "hub.secret": "secret" });
    await hub.settle(...callbacks);

    await server.kill();
    const reading = await fetch(`${another.origin}/reviews.json`);
    assert.equal(reading.status, 200);
    await reading.body?.cancel();
    const refused = await runProcess("import", [], server.url);
    assert.notEqual(refused.code, 0);
    await server.restart();
    await hub.settle(...callbacks);

    another.kill("SIGKILL");
    await another.exit;
    await hub.settle(...callbacks);
    const sizes = callbacks.map((callback) =>
      new Set(callback.requests("distribution").map(({ body }) => String(body)))
    );
    assert.deepEqual(sizes.map(({ size }) => size), callbacks.map(() => 6));
    await hub.recorded();
    const { stdout } = await runProcess("hub", ["stats", "--json"], server.url);
    assert.match(stdout, /"behind":\s*0/);
  },
});

Deno.test({
  name: `a PostgreSQL store that does not answer is reported in one sentence, without its password${WITHOUT_POSTGRES}`,
  ignore,
  fn: async () => {
    for (const command of ["export", "insights"]) {
      const { code, stderr } = await runProcess(command, [], "postgres://reviews:hush@127.0.0.1:1/reviews");
      assert.equal(code, 1);
      assert.match(stderr, /^Cannot use the store postgres:\/\/reviews@127\.0\.0\.1:1\/reviews: .*ECONNREFUSED/);
      assert.doesNotMatch(stderr, /hush/);
    }
  },
});
