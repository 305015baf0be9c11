import assert from "node:assert/strict";
import { request } from "node:http";
import { BASE_URL, publishText, requestOf } from "../../support/hub/hub_under_test.ts";
import { tempStore } from "../../support/service/run_cli.ts";
import { startServer } from "../../support/service/test_server.ts";
import { confirm } from "../../support/subscriber/callback_answers.ts";
import { startRawSubscriber } from "../../support/subscriber/raw_subscriber.ts";
import { startSubscriber } from "../../support/subscriber/tls_subscriber.ts";

/** Hosts that each have a separate domain and address. */
const STRANGER_HOSTS = Array.from({ length: 20 }, (_, n) => `s.stranger${n}-at-127-0-67-${n + 1}.test`);
/** Longer than the test: no silent call ends, and a stranger who waited for the end of one would never be verified. */
const TIMEOUT_SECONDS = 3600;
/** Default setting. */
const PER_MINUTE = 30;

/** Starts the service with default limits and long timeouts, where each party has separate addresses. */
async function startAttacked() {
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
  const strangers = started.use(startSubscriber("0.0.0.0", "", [cert, key]));
  const environment = {
    BASE_URL,
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

Deno.test("strangers are verified beside ten addresses whose callbacks are silent", async () => {
  await using attacked = await startAttacked();
  // Accepts connections at every address of this machine and never answers.
  await using silent = startRawSubscriber(() => {}, "tcp", "0.0.0.0");
  let count = 0;
  // Each domain and each address is requested once.
  const attack = () => {
    const [high, low] = [Math.floor(++count / 250), 1 + count % 250];
    const callback = `https://a.d${count}-at-127-66-${high}-${low}.test:${silent.port}/`;
    return attacked.ask(`127.8.${count % 10}.1`, callback);
  };
  // The burst that the limit for an address allows; then a few more before each stranger, who has a separate network.
  const answers = await Promise.all(Array.from({ length: 10 * PER_MINUTE }, attack));
  assert.ok(answers.filter((status) => status === 202).length > answers.length / 2, `${answers}`);
  for (const [stranger, host] of STRANGER_HOSTS.entries()) {
    await Promise.all(Array.from({ length: 5 }, attack));
    const callback = attacked.strangers.callback("/", confirm, host);
    assert.equal(await attacked.ask(`127.9.${stranger}.1`, callback.url), 202, "A stranger is refused.");
    await callback.next("verification");
  }
});
