import type { CacheHint } from "@modelcontextprotocol/server";

/** How long clients may cache data: as REST's `max-age`, in shared caches too. */
export const DATA_CACHE_HINT: CacheHint = { ttlMs: 60_000, cacheScope: "public" };

/** How long clients may cache what changes only with the program: lists, and the card's page. */
export const PROGRAM_CACHE_HINT: CacheHint = { ttlMs: 300_000, cacheScope: "public" };
