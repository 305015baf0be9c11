import { createHash } from "node:crypto";
import { newestChange } from "./import_book.ts";
import type { SoakStage } from "./soak_stage.ts";
import { exchange, servicesUp } from "./exchange.ts";
import type { Action } from "./lane.ts";

const DOCUMENTS = ["/reviews.json", "/insights.json", "/feed.xml", "/api/feed.json", "/api/reviews/since/2025-12-01"];
const OTHERS = [
  "/api/reviews/search?query=soak&limit=5",
  "/api/reviews/search?min_rating=4&since=2025-06-01",
  "/openapi.json",
  "/docs",
];
const TAGS_KEPT = 200;

/** Returns actions that read all published documents. Every read must be answered, whatever happens. */
export function readActions(stage: SoakStage, random: () => number): readonly Action[] {
  /** Hash of the content by path and entity tag. Equal strong tags must mean equal bytes on every service. */
  const tags = new Map<string, string>();
  const known = new Map<string, string>();

  async function readDocument(path: string): Promise<void> {
    const { imports, findings } = stage;
    for (const service of servicesUp(stage)) {
      const [before, askedAt] = [imports.shown(service.name), Date.now()];
      const tag = known.get(path);
      const headers = new Headers({ "accept-encoding": random() < 0.5 ? "identity" : "gzip, br" });
      if (tag !== undefined && random() < 0.3) headers.set("if-none-match", tag);
      const answer = await exchange(stage, service, { what: `GET ${path}`, path, init: { headers } });
      if (answer === null || answer.status === 304) continue;
      const etag = answer.headers.get("etag");
      if (answer.status !== 200 || etag === null) {
        findings.fault("wrong", `GET ${path} of ${service.name} is ${answer.status} with the entity tag ${etag}.`);
        continue;
      }
      judgeTag(path, etag, answer.body);
      if (path === "/reviews.json") {
        imports.judgeNewest(service.name, newestChange(new TextDecoder().decode(answer.body)), before, askedAt);
      }
    }
  }

  function judgeTag(path: string, etag: string, body: Uint8Array): void {
    const hash = createHash("sha256").update(body).digest("hex");
    const before = tags.get(`${path} ${etag}`);
    if (before !== undefined && before !== hash) {
      stage.findings.fault("wrong", `${path} has two contents for the entity tag ${etag}.`);
    }
    tags.set(`${path} ${etag}`, hash);
    known.set(path, etag);
    const oldest = tags.keys().next().value;
    if (tags.size > TAGS_KEPT && oldest !== undefined) tags.delete(oldest);
  }

  async function readOther(path: string): Promise<void> {
    for (const service of servicesUp(stage)) {
      const answer = await exchange(stage, service, { what: `GET ${path.split("?")[0]}`, path });
      if (answer !== null && answer.status !== 200) {
        stage.findings.fault("wrong", `GET ${path} of ${service.name} is ${answer.status}.`);
      }
    }
  }

  async function readHealth(): Promise<void> {
    for (const service of servicesUp(stage)) {
      const answer = await exchange(stage, service, { what: "GET /healthz", path: "/healthz" });
      if (answer === null) continue;
      const { status }: { readonly status?: string } = JSON.parse(new TextDecoder().decode(answer.body));
      stage.findings.count(`health: ${answer.status} ${status}`);
    }
  }
  return [
    ...DOCUMENTS.map((path) => ({
      name: path,
      times: path === "/reviews.json" ? 3 : 1,
      run: () => readDocument(path),
    })),
    ...OTHERS.map((path) => ({ name: path, times: 1, run: () => readOther(path) })),
    { name: "/healthz", times: 1, run: readHealth },
  ];
}
