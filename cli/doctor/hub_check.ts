import type { HubFigures } from "../../websub/operator/hub_figures.ts";
import { behindReason } from "../service/telemetry/readiness.ts";
import { fault, type Finding, ok, warning } from "./finding.ts";

/** Judges what the hub has still to do. */
export function checkHub(figures: HubFigures, now: number): Finding {
  const { subscriptions, pending, failing } = figures;
  const counts = `${count(subscriptions, "subscription")}, ${count(pending, "request")} to verify`;
  const behind = behindReason(figures, now);
  if (behind !== null) {
    return fault("hub", behind, "Look whether the service runs, and for lines of the hub in its log.");
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
