import { linesOf } from "../../cli/command/child_process.ts";
import assert from "node:assert/strict";
import { sdks } from "../../routes/developers/mcp_examples.ts";
import { pageContext } from "../../routes/pages/frame/page_context.ts";
import { parse } from "node-html-parser";
import { codeOf } from "../support/pages/read_page.ts";
import { ATTACKS } from "../support/reviews/attacks.ts";
import { runCli, tempStore } from "../support/service/run_cli.ts";
import { TEST_SITE, testSnapshot } from "../support/service/test_app.ts";
import { startServer, within } from "../support/service/test_server.ts";
import { json, query, word } from "../../routes/developers/http_examples.ts";

const CONTEXT = pageContext(new Request(TEST_SITE.baseUrl), TEST_SITE, testSnapshot());
const TLS = new URL("../fixtures/tls/", import.meta.url);

/** Names of the programs that are not installed. */
async function lacking(programs: readonly string[]): Promise<readonly string[]> {
  const found = await Promise.all(programs.map(async (program) => {
    const { success } = await new Deno.Command("sh", { args: ["-c", `command -v ${program}`] }).output();
    return success ? [] : [program];
  }));
  return found.flat();
}

const absent = await lacking(["bash", "curl", "openssl", "node", "python3"]);
const noNpx = (await lacking(["npx"])).length > 0;

/** Runs commands in a separate shell and returns their output; throws an Error if one fails. */
async function run(commands: string, folder: string, env: Readonly<Record<string, string>> = {}): Promise<string> {
  const { success, stdout, stderr } = await new Deno.Command("bash", {
    args: ["-e", "-o", "pipefail", "-c", commands],
    cwd: folder,
    env: { HOME: folder, ...env },
  }).output();
  const decoder = new TextDecoder();
  assert.ok(success, `${commands}\n${decoder.decode(stderr)}`);
  return decoder.decode(stdout);
}

Deno.test(
  `the commands of /developers run as they stand, and its subscriber gets a change${
    absent.length === 0 ? "" : ` (skipped: there is no ${absent.join(", no ")})`
  }`,
  { ignore: absent.length > 0 },
  async () => {
    await using store = await tempStore();
    const { folder, kvPath } = store;
    await using server = await startServer(kvPath, {
      WEBSUB_ALLOW_CIDRS: "127.0.0.0/8",
      WEBSUB_CA_FILE: new URL("ca.pem", TLS).pathname,
      WEBSUB_DEBOUNCE_SECONDS: "1",
    });
    const code = codeOf(await (await fetch(`${server.origin}/developers`)).text());
    await Deno.writeTextFile(`${folder}/.curlrc`, 'fail-with-body\nshow-error\nmax-time = 30\nnoproxy = "*"\n');

    const printed = new Map<string, string>();
    for (const { name, kind, text } of code) {
      if (kind === "sh" && name !== "subscribe") printed.set(name, await run(text, folder));
    }
    assert.ok(printed.size >= 18, `${printed.size} commands`);
    const languages = [["mjs", "node --input-type=module -e", "console.log(answer);"], [
      "python",
      "python3 -c",
      "",
    ]] as const;
    for (const [kind, program, end] of languages) {
      const programs = code.filter((one) => one.kind === kind);
      assert.ok(programs.length >= 10);
      for (const { name, text } of programs) {
        const [command = "", ...args] = program.split(" ");
        const { success, stdout, stderr } = await new Deno.Command(command, { args: [...args, `${text}\n${end}`] })
          .output();
        assert.ok(success && stdout.length > 10, `${name}: ${new TextDecoder().decode(stderr)}`);
      }
    }
    const page = parse(await (await fetch(`${server.origin}/developers`)).text());
    const answers = page.querySelectorAll(".exchange .answer").map(({ textContent }) => textContent);
    assert.equal(answers.length, code.filter(({ kind }) => kind === "python").length - 1);
    assert.match(answers[0] ?? "", /^<code>\{\n {2}"business": \{\n {4}"name": "Larkmoor Home Services",\n/);
    for (const answer of answers) assert.ok(answer.split("\n").length > 2, answer);
    for (const { name, text } of code.filter(({ name }) => printed.has(name))) {
      const output = printed.get(name) ?? "";
      if (name === "conditional") assert.equal(output, "304\n");
      else if (text.includes("-o reviews.json")) assert.equal(output, "");
      else assert.match(output, /^(?:<\?xml|event:|\{)/, name);
      if (name.startsWith("mcp")) assert.doesNotMatch(output, /"(?:error|isError)":(?!false)/, name);
    }
    // The examples use the data: each search finds something, and the calls of the session are answered in turn.
    const searches = code.filter(({ text }) => /\/api\/reviews\/search\?/.test(text));
    for (const { name } of searches) assert.doesNotMatch(printed.get(name) ?? "", /"matched":0/, name);
    assert.deepEqual(
      [...(printed.get("mcp-session") ?? "").matchAll(/"id":(\d)/g)].map(([, id]) => id).sort().join(""),
      "234",
    );
    assert.equal(JSON.parse(await Deno.readTextFile(`${folder}/reviews.json`)).reviews.length, 180);

    const file = code.find(({ name }) => name === "subscriber");
    const start = code.find(({ name }) => name === "subscriber-start");
    const subscribe = code.find(({ name }) => name === "subscribe");
    assert.ok(file && start && subscribe);
    // The command unchanged: the hub accepts it, since it calls the callback only afterwards.
    assert.match(await run(subscribe.text, folder, { SECRET: "x" }), /^HTTP\/1\.1 202 /);

    await Deno.writeTextFile(`${folder}/subscriber.mjs`, file.text);
    const [secretLine = "", startLine = ""] = start.text.split("\n");
    const secret = (await run(`${secretLine}\nprintf %s "$SECRET"`, folder)).trim();
    assert.match(secret, /^[\da-f]{64}$/);
    const subscriber = new Deno.Command("bash", {
      args: ["-c", `exec ${startLine}`],
      cwd: folder,
      env: { SECRET: secret, PORT: "0" },
      stdout: "piped",
      stderr: "inherit",
    });
    await using proxy = await behindTls(subscriber);
    const told = (line: string) => proxy.told((text) => text.includes(line));
    await run(subscribe.text.replace("https://subscriber.example", proxy.origin), folder, { SECRET: secret });
    await server.logged(({ message, outcome }) => message === "websub verification" && outcome === "confirmed");
    const forged = await fetch(proxy.inner, {
      method: "POST",
      body: "{}",
      headers: { "x-hub-signature": "sha256=00" },
    });
    assert.equal(forged.status, 204);
    await told("ignored: not from the hub");
    await Deno.writeTextFile(
      `${folder}/one.json`,
      JSON.stringify([{ author: "Ada", rating: 5, date: "2026-11-20", text: "Good work.", source: "shop", id: "1" }]),
    );
    const { code: exit, stderr } = await runCli("import", [`${folder}/one.json`], kvPath);
    assert.equal(exit, 0, stderr);
    await told("received 1 reviews");
  },
);

interface Proxy extends AsyncDisposable {
  /** On HTTPS, where the hub calls. */
  readonly origin: string;
  /** The subscriber itself. */
  readonly inner: string;
  /** Resolves when the subscriber has printed a matching line. */
  readonly told: (matches: (line: string) => boolean) => Promise<void>;
}

/** Starts a subscriber behind a TLS server, as on the web. */
async function behindTls(command: Deno.Command): Promise<Proxy> {
  const process = command.spawn();
  const lines: string[] = [];
  const waiting = new Set<() => void>();
  const reading = (async () => {
    for await (const line of linesOf(process.stdout)) {
      lines.push(line);
      for (const look of waiting) look();
    }
  })();
  const told = (matches: (line: string) => boolean) =>
    within(
      "What the subscriber says",
      new Promise<void>((resolve) => {
        const look = () => lines.some(matches) && resolve();
        waiting.add(look);
        look();
      }),
    );
  await told((line) => line.startsWith("listening on"));
  const inner = `http://localhost:${lines[0]?.replace("listening on ", "")}/reviews`;
  const [cert, key] = await Promise.all(
    ["subscriber.pem", "subscriber.key"].map((name) => Deno.readTextFile(new URL(name, TLS))),
  );
  const options = { hostname: "127.0.0.1", port: 0, cert: cert ?? "", key: key ?? "", onListen: () => {} };
  const server = Deno.serve(options, async ({ method, url, headers, body }) => {
    const { search } = new URL(url);
    return await fetch(`${inner}${search}`, { method, headers, body });
  });
  return {
    origin: `https://localhost:${server.addr.port}`,
    inner,
    told,
    [Symbol.asyncDispose]: async () => {
      await server.shutdown();
      process.kill("SIGKILL");
      await Promise.all([process.status, reading]);
    },
  };
}

Deno.test({
  name: `the type generators of /developers work${noNpx ? " (skipped: there is no npx)" : ""}`,
  ignore: noNpx,
  fn: async () => {
    await using store = await tempStore();
    await Deno.copyFile(new URL("../../openapi.json", import.meta.url), `${store.folder}/openapi.json`);
    const [{ command = "" } = {}] = sdks(CONTEXT);
    await run(command.replace(/https:\S+\/openapi\.json/, "openapi.json"), store.folder, {
      HOME: Deno.env.get("HOME") ?? store.folder,
      npm_config_prefer_offline: "true",
    });
    assert.match(await Deno.readTextFile(`${store.folder}/reviews.d.ts`), /searchReviews/);
  },
});

Deno.test("no text on /developers can act as a shell command", async () => {
  const texts = [...ATTACKS.slice(0, 21), "it's", "$(id) `id` \\ !! ~ *", "-rf", "a b", ""];
  const commands = texts.map((text) =>
    `printf '%s\\n' ${word(text)} ${json({ text })} ${word(`http://x/?${query({ text })}`)}`
  );
  const { stdout } = await new Deno.Command("bash", { args: ["-c", commands.join("; printf '%s\\0' ''; ")] }).output();
  const outputs = new TextDecoder().decode(stdout).split("\0");
  texts.forEach((text, at) => {
    const lines = outputs[at]?.split("\n") ?? [];
    const [url = "", written = ""] = lines.slice(0, -1).reverse();
    assert.equal(lines.slice(0, -3).join("\n"), text);
    assert.deepEqual(JSON.parse(written), { text });
    assert.equal(new URL(url).searchParams.get("text"), text.toWellFormed());
    assert.match(url, /^[\w:/?=.%-]+$/);
  });
});
