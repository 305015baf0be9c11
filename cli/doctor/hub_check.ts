import type { HubFigures } from "../../websub/operator/hub_figures.ts";
import { behindReason } from "../service/telemetry/readiness.ts";
import { fault, type Finding, ok, warning } from "./finding.ts";

/** With nobody in the way a request is verified at once. */
const UNVERIFIED_SECONDS = 60;

/** Judges what the hub has still to do. */
export function checkHub(figures: HubFigures, now: number): Finding {
  const { subscriptions, pending, failing, unverifiedSince, bytesPerChange } = figures;
  const sent = subscriptions === 0 ? "" : ` (a change sends ${Math.ceil(bytesPerChange / 1_000_000)} MB)`;
  const counts = `${count(subscriptions, "subscription")}${sent}, ${count(pending, "request")} to verify`;
  const behind = behindReason(figures, now);
  if (behind !== null) {
    return fault("hub", behind, "Look whether the service runs, and for lines of the hub in its log.");
  }
  const seconds = unverifiedSince === null ? 0 : Math.floor((now - unverifiedSince) / 1000);
  if (seconds >= UNVERIFIED_SECONDS) {
    return warning(
      "hub",
      `${counts}, the oldest of which has waited ${seconds} seconds for its first verification.`,
      "Look whether the service runs. Its /readyz says whether others hold the request up, or only its own limits.",
    );
  }
  if (failing > 0) {
    const text = `${counts}, ${failing} waiting for another attempt.`;
    return warning("hub", text, "deno task hub list --failing shows them; each is removed after the third failure.");
  }
  return ok("hub", `${counts}, nothing behind.`);
}

function count(number: number, noun: string): string {
  return `${number} ${noun}${number === 1 ? "" : "s"}`;
}
