import assert from "node:assert/strict";
import { httpsClient } from "../../../cli/watch/https_client.ts";
import { pollUrl } from "../../../cli/watch/url_source.ts";
import { NOW, Stage, standIn, TLS } from "../../support/service/https_stage.ts";

Deno.test("a poll of a URL sends the remembered validators, and 304 means nothing new", async () => {
  await using stage = new Stage();
  stage.answer = ({ headers }) =>
    headers.get("if-none-match") === '"1"' && headers.get("if-modified-since") === "Sat, 21 Nov 2026 08:00:00 GMT"
      ? new Response(null, { status: 304 })
      : new Response("rating\n5\n", { headers: { etag: '"1"', "last-modified": "Sat, 21 Nov 2026 08:00:00 GMT" } });
  const { files, memory } = await stage.url("/export.csv?key=secret");
  assert.deepEqual(files.map(({ shown }) => shown), ["export.csv"]);
  assert.equal(await Deno.readTextFile(files[0]?.path ?? ""), "rating\n5\n");
  assert.equal(stage.requests[0]?.search, "?key=secret");
  assert.deepEqual((await stage.url("/export.csv?key=secret", memory ?? {})).files, []);
  // The validator remembered for another URL does not apply to this one.
  assert.equal((await stage.url("/other.csv", memory ?? {})).files.length, 1);
});

Deno.test("redirects are followed to https alone, and the token stays with its host and port", async () => {
  await using stage = new Stage();
  await using otherPort = new Stage();
  otherPort.answer = () => new Response("[]");
  const other = stage.origin("other.subscriber.test");
  stage.answer = ({ url }) => {
    const { pathname } = new URL(url);
    if (pathname === "/moved") return Response.redirect(`${other}/there`);
    if (pathname === "/port") return Response.redirect(`${otherPort.origin()}/there`);
    if (pathname === "/plain") return Response.redirect("http://other.subscriber.test/there");
    if (pathname === "/login") return Response.redirect(`https://me:key@${new URL(other).host}/there`);
    if (pathname === "/round") return Response.redirect(`${stage.origin()}/round`);
    return new Response("[]");
  };
  assert.equal((await stage.url("/moved", {}, "token")).files[0]?.shown, "moved");
  assert.deepEqual(stage.requests.map(({ authorization }) => authorization), ["Bearer token", null]);
  await stage.url("/port", {}, "token");
  assert.deepEqual(otherPort.requests.map(({ authorization }) => authorization), [null]);
  await assert.rejects(stage.url("/plain"), /redirects to an address that is not https/);
  await assert.rejects(stage.url("/login"), /redirects to an address that is not https/);
  await assert.rejects(stage.url("/round"), /redirects more than 5 times/);
});

Deno.test("addresses that are not public are refused, after a redirect as well", async () => {
  await using stage = new Stage();
  const client = stage.client([]);
  const look = pollUrl({ client, url: stage.origin(), token: null, memory: {}, folder: stage.folder, now: NOW });
  await assert.rejects(look, /address that is not public/);
  assert.deepEqual(stage.requests, []);
  await client.close();
});

Deno.test("a non-document answer is a failure with the wait that the server requests, and so is one that is too long", async () => {
  await using stage = new Stage();
  const endless = { request: () => Promise.resolve({ status: 200, fields: {}, body: null }), close: async () => {} };
  const place = { url: stage.origin(), token: null, memory: {}, folder: stage.folder, now: NOW };
  await assert.rejects(pollUrl({ ...place, client: endless }), /sends more than 100 MB/);
  stage.answer = () => new Response("later", { status: 503, headers: { "retry-after": "120" } });
  const fault = { message: "subscriber.test answers with 503.", retryAfterMilliseconds: 120_000 };
  await assert.rejects(stage.url("/a.csv?key=secret"), fault);
});

Deno.test("all pages of a location are pulled, with a token for the refresh token", async () => {
  await using stage = new Stage();
  stage.answer = standIn([["a", "b"], ["c"], []]);
  const { files } = await stage.google();
  const { reviews } = JSON.parse(await Deno.readTextFile(files[0]?.path ?? ""));
  assert.deepEqual(reviews.map(({ reviewId }: { reviewId: string }) => reviewId), ["a", "b", "c"]);
  assert.equal(stage.requests[1]?.search, "?pageSize=50");
  stage.answer = standIn([[]]);
  assert.deepEqual((await stage.google()).files, []);
});

Deno.test("if a page is missing nothing is pulled, and the failure has the wait that Google asks for, in the field before the body", async () => {
  await using stage = new Stage();
  const whole = standIn([["a"], ["b"]]);
  const details = [{ "@type": "type.googleapis.com/google.rpc.RetryInfo", retryDelay: "37s" }];
  const limited = { error: { code: 429, status: "RESOURCE_EXHAUSTED", details } };
  for (const [field, wait] of [[{}, 37_000], [{ "retry-after": "120" }, 120_000]] as const) {
    stage.answer = (request) =>
      new URL(request.url).searchParams.has("pageToken")
        ? Response.json(limited, { status: 429, headers: field })
        : whole(request);
    const fault = { message: "Google's quota is used up (429).", retryAfterMilliseconds: wait };
    await assert.rejects(stage.google(), fault);
  }
});

Deno.test("a refusal by Google is reported with advice and without secrets", async () => {
  await using stage = new Stage();
  const whole = standIn([["a"]]);
  stage.answer = whole;
  await assert.rejects(stage.google("accounts/1/locations/9"), /does not know the location \(404\)/);
  const failing = (path: string, status: number, body: unknown) => {
    stage.answer = (request) =>
      new URL(request.url).pathname.startsWith(path) ? Response.json(body, { status }) : whole(request);
    return stage.google().then(() => "", String);
  };
  const faults: readonly (readonly [path: string, status: number, body: unknown, told: RegExp])[] = [
    ["/token", 400, { error: "invalid_grant" }, /invalid_grant/],
    ["/token", 401, { error: "invalid_client" }, /invalid_client/],
    ["/token", 500, {}, /500/],
    ["/v4", 403, { error: { status: "PERMISSION_DENIED" } }, /403/],
    ["/v4", 500, "broken", /500/],
    ["/v4", 200, [], /not a page/],
  ];
  for (const [path, status, body, expected] of faults) {
    const told = await failing(path, status, body);
    assert.match(told, expected);
    assert.doesNotMatch(told, /hush|refresher|sesame/);
  }
  stage.answer = (request) =>
    new URL(request.url).pathname === "/token" ? whole(request) : Response.json({ nextPageToken: "1" });
  await assert.rejects(stage.google(), /list of reviews does not end after 2 pages/);
});

Deno.test("a literal address is asked, if its certificate has the address", async () => {
  for (const hostname of ["127.0.0.1", "::1"]) {
    for (const name of ["address", "subscriber"]) {
      const [cert, key] = await Promise.all([
        Deno.readTextFile(`${TLS}/${name}.pem`),
        Deno.readTextFile(`${TLS}/${name}.key`),
      ]);
      const authority = name === "address" ? cert : await Deno.readTextFile(`${TLS}/ca.pem`);
      const server = Deno.serve({ hostname, port: 0, cert, key, onListen: () => {} }, () => new Response("here"));
      const client = httpsClient({
        allowCidrs: ["127.0.0.0/8", "::1/128"],
        userAgent: "test",
        caCertificates: [authority],
      });
      const host = hostname === "::1" ? "[::1]" : hostname;
      const url = `https://${host}:${server.addr.port}/`;
      const asked = client.request({ method: "GET", url, headers: {}, mostBytes: 100 });
      const told = await asked.then(({ status }) => String(status), (error) => String(error));
      assert.equal(
        told,
        name === "address"
          ? "200"
          : `SourceError: ${host} has a certificate that is not accepted. The cause: ERR_TLS_CERT_ALTNAME_INVALID.`,
      );
      await client.close();
      await server.shutdown();
    }
  }
});
