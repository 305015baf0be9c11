import type { CacheHint } from "@modelcontextprotocol/server";

/** How long what follows from the data may be kept: as long as REST's `max-age`, by everybody. */
export const DATA_CACHE_HINT: CacheHint = { ttlMs: 60_000, cacheScope: "public" };

/** How long what follows from the program may be kept: lists, and the card's page. */
export const PROGRAM_CACHE_HINT: CacheHint = { ttlMs: 300_000, cacheScope: "public" };
