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
  const tags = new EntityTags();
  return [
    ...DOCUMENTS.map((
      path,
    ): Action => [path === "/reviews.json" ? 3 : 1, () => readDocument(stage, path, tags, random)]),
    ...OTHERS.map((path): Action => [1, () => readOther(stage, path)]),
    [1, () => readHealth(stage)],
  ];
}

/** Hashes of contents by their entity tags. Equal strong tags must mean equal bytes on every service. */
class EntityTags {
  readonly #hashes = new Map<string, string>();
  readonly #last = new Map<string, string>();

  /** Returns the last entity tag of a path. */
  last(path: string): string | undefined {
    return this.#last.get(path);
  }

  /** Returns false if the same entity tag came with another content before. */
  fits(path: string, etag: string, body: Uint8Array): boolean {
    const [name, hash] = [`${path} ${etag}`, createHash("sha256").update(body).digest("hex")];
    const before = this.#hashes.get(name) ?? hash;
    if (this.#hashes.size === TAGS_KEPT) this.#hashes.clear();
    this.#hashes.set(name, hash);
    this.#last.set(path, etag);
    return before === hash;
  }
}

async function readDocument(stage: SoakStage, path: string, tags: EntityTags, random: () => number): Promise<void> {
  const { imports, findings } = stage;
  for (const service of servicesUp(stage)) {
    const [before, askedAt] = [imports.shown(service.name), Date.now()];
    const tag = tags.last(path);
    const headers = new Headers({ "accept-encoding": random() < 0.5 ? "identity" : "gzip, br" });
    if (tag !== undefined && random() < 0.3) headers.set("if-none-match", tag);
    const answer = await exchange(stage, service, path, { headers });
    if (answer === null || answer.status === 304) continue;
    const etag = answer.headers.get("etag");
    if (answer.status !== 200 || etag === null) {
      findings.fault("wrong", `GET ${path} of ${service.name} is ${answer.status} with the entity tag ${etag}.`);
      continue;
    }
    if (!tags.fits(path, etag, answer.body)) {
      findings.fault("wrong", `${path} has two contents for the entity tag ${etag}.`);
    }
    if (path === "/reviews.json") {
      imports.judgeNewest(service.name, newestChange(new TextDecoder().decode(answer.body)), before, askedAt);
    }
  }
}

async function readOther(stage: SoakStage, path: string): Promise<void> {
  for (const service of servicesUp(stage)) {
    const answer = await exchange(stage, service, path);
    if (answer !== null && answer.status !== 200) {
      stage.findings.fault("wrong", `GET ${path} of ${service.name} is ${answer.status}.`);
    }
  }
}

async function readHealth(stage: SoakStage): Promise<void> {
  for (const service of servicesUp(stage)) {
    const answer = await exchange(stage, service, "/healthz");
    if (answer === null) continue;
    const { status }: { readonly status?: string } = JSON.parse(new TextDecoder().decode(answer.body));
    stage.findings.count(`health: ${answer.status} ${status}`);
  }
}
