import assert from "node:assert/strict";
import { request } from "node:http";
import { BASE_URL, publishText, requestOf } from "../../support/hub/hub_under_test.ts";
import { tempStore } from "../../support/service/run_cli.ts";
import { startServer } from "../../support/service/test_server.ts";
import { confirm } from "../../support/subscriber/callback_answers.ts";
import { startRawSubscriber } from "../../support/subscriber/raw_subscriber.ts";
import { startSubscriber } from "../../support/subscriber/tls_subscriber.ts";

const STRANGERS = 20;
const STRANGER_EVERY_MS = 1000;
/** Hosts that each have a separate domain and address. */
const STRANGER_HOSTS = Array.from({ length: STRANGERS }, (_, n) => `s.stranger${n}-at-127-0-67-${n + 1}.test`);
/** A first attempt has a third of the longest timeout: 40 seconds. A stranger who waited for one would be later than this. */
const [TIMEOUT_SECONDS, VERIFIED_WITHIN_MS] = [120, 25_000];
/** Default setting. */
const PER_MINUTE = 30;

type Attacked = Awaited<ReturnType<typeof startAttacked>>;

/** Starts the service with default limits and long timeouts, where each party has separate addresses. */
async function startAttacked(driver: string) {
  await using started = new AsyncDisposableStack();
  const store = started.use(await tempStore());
  await publishText(store.kvPath, "Before the attack.");
  const importMap = `${store.folder}/imports.json`;
  await Deno.writeTextFile(importMap, JSON.stringify({ imports: await importsWithParties() }));
  const [cert, key, authorities] = ["cert.pem", "key.pem", "ca.pem"].map((name) => `${store.folder}/${name}`) as Files;
  await makeCertificate(cert, key);
  await Deno.writeTextFile(
    authorities,
    await Deno.readTextFile("tests/fixtures/tls/ca.pem") + await Deno.readTextFile(cert),
  );
  const strangers = started.use(await startSubscriber("0.0.0.0", "", [cert, key]));
  const environment = {
    BASE_URL,
    DELIVERY_DRIVER: driver,
    WEBSUB_CA_FILE: authorities,
    WEBSUB_ALLOW_CIDRS: "127.0.0.0/8",
    OTHER_SETTINGS: JSON.stringify({
      attemptTimeoutSeconds: TIMEOUT_SECONDS,
      headersMilliseconds: TIMEOUT_SECONDS * 1000,
    }),
  };
  const options = ["--import-map", importMap];
  const server = started.use(await startServer(store.kvPath, environment, undefined, null, options));
  const everything = started.move();
  return {
    /** Subscriber with a callback on each of {@linkcode STRANGER_HOSTS}. */
    strangers,
    /** Sends a subscription request from an address of this machine; resolves to the status of the response. */
    ask: (from: string, callback: string) =>
      post(`${server.origin}/api/websub/hub`, from, requestOf("subscribe", callback)),
    [Symbol.asyncDispose]: () => everything.disposeAsync(),
  };
}

type Files = [cert: string, key: string, authorities: string];

async function makeCertificate(cert: string, key: string): Promise<void> {
  const names = STRANGER_HOSTS.map((host) => `DNS:${host}`).join();
  const { success, stderr } = await new Deno.Command("openssl", {
    args: ["req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "2", "-subj", "/CN=strangers"].concat(
      ["-addext", `subjectAltName=${names}`, "-addext", "basicConstraints=critical,CA:FALSE"],
      ["-keyout", key, "-out", cert],
    ),
  }).output();
  assert.ok(success, new TextDecoder().decode(stderr));
}

/** Imports of the project, with names that the test resolves. */
async function importsWithParties(): Promise<Readonly<Record<string, string>>> {
  const { imports } = JSON.parse(await Deno.readTextFile(new URL("../../../deno.json", import.meta.url)));
  const folders = Object.entries<string>(imports).map(([name, npm]) => [`${name}/`, `${npm.replace(":", ":/")}/`]);
  const parties = new URL("../../support/hosts/parties.ts", import.meta.url).href;
  return { ...imports, ...Object.fromEntries(folders), "node:dns/promises": parties };
}

function post(url: string, localAddress: string, form: Readonly<Record<string, string>>): Promise<number> {
  const { promise, resolve, reject } = Promise.withResolvers<number>();
  const body = new URLSearchParams(form).toString();
  const headers = { "content-type": "application/x-www-form-urlencoded", "content-length": String(body.length) };
  const sent = request(url, { method: "POST", localAddress, agent: false, headers }, (answer) => {
    answer.resume();
    answer.on("end", () => resolve(answer.statusCode ?? 0));
  });
  sent.on("error", reject);
  sent.end(body);
  return promise;
}

function rest(milliseconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, milliseconds));
}

/** Strangers subscribe one after the other, each from a separate network. All must be verified soon. */
async function assertStrangersVerified({ ask, strangers }: Attacked): Promise<void> {
  const waits: Promise<number>[] = [];
  for (const [stranger, host] of STRANGER_HOSTS.entries()) {
    const callback = strangers.callback("/", confirm, host);
    const asked = performance.now();
    waits.push(
      ask(`127.9.${stranger}.1`, callback.url).then(async (status) => {
        assert.equal(status, 202, "A stranger is refused.");
        await callback.next("verification");
        return performance.now() - asked;
      }),
    );
    await rest(STRANGER_EVERY_MS);
  }
  const shown = (await Promise.all(waits)).map((wait) => Math.round(wait));
  const late = shown.filter((wait) => wait > VERIFIED_WITHIN_MS);
  assert.equal(late.length, 0, `${late.length} of ${STRANGERS} strangers were verified late: ${shown.join(", ")} ms.`);
}

for (const driver of ["queue", "sweep"]) {
  Deno.test(`strangers are verified beside ten addresses whose callbacks are silent, with the driver ${driver}`, async () => {
    await using attacked = await startAttacked(driver);
    // Accepts connections at every address of this machine and never answers.
    await using silent = startRawSubscriber(() => {}, "tcp", "0.0.0.0");
    let count = 0;
    // Each domain and each address is requested once.
    const ask = () => {
      const [high, low] = [Math.floor(++count / 250), 1 + count % 250];
      const callback = `https://a.d${count}-at-127-66-${high}-${low}.test:${silent.port}/`;
      return attacked.ask(`127.8.${count % 10}.1`, callback);
    };
    // The burst that the limit for an address allows, then its rate for each second.
    await Promise.all(Array.from({ length: 10 * PER_MINUTE }, ask));
    let isOver = false;
    const attacking = (async () => {
      while (!isOver) {
        await ask();
        await rest(200);
      }
    })();
    await assertStrangersVerified(attacked).finally(() => {
      isOver = true;
      return attacking;
    });
  });
}
