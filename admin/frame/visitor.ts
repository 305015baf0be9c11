// Who asks for a page, and what they may do. The server decides by this table for each path, whatever a page shows.

import type { Hono } from "hono";
import type { Role } from "../../domain/people.ts";
import type { Page } from "./page.tsx";
import type { OwnerLocale } from "../language/admin_language.ts";

/** Somebody who has come in. */
export interface Visitor {
  /** Id of the person; empty for the owner at this computer, who has no passkey. */
  readonly id: string;
  /** Name in the history; undefined for the owner at this computer. */
  readonly name?: string;
  readonly role: Role;
  /** Digest of the session's secret. */
  readonly session: string;
  /** True if the person has shown a passkey within the last minutes. */
  readonly isChecked: boolean;
}

/** The owner at this computer: the link of the terminal shows who that is. */
export const AT_THIS_COMPUTER: Visitor = { id: "", role: "owner", session: "", isChecked: true };

/** Longest body of a request before login, in bytes. */
export const MOST_BEFORE_LOGIN = 8192;

/** How people come in: by the link that the terminal prints, or by passkeys. */
export interface Gate {
  /** Why a request is refused before its sender is checked; null if it is not. */
  readonly refusal: (request: Request) => string | null;
  /** Who sent a request; null for a stranger. */
  readonly visitor: (request: Request) => Promise<Visitor | null>;
  /** Adds the paths that strangers may ask. */
  readonly addPaths: (app: Hono<VisitorEnvironment>) => void;
  /** Id of the person whose session in the browser of a request has expired; null without one. */
  readonly expired: (request: Request) => Promise<string | null>;
  /** What strangers see, and whoever is to show a passkey again. Whoever comes in goes on to a path. */
  readonly door: (locale: OwnerLocale, status: number, to: string, isInside?: boolean) => Page;
}

/** Type of the value that requests carry from the check of their sender to their answer. */
export interface VisitorEnvironment {
  readonly Variables: { visitor: Visitor };
}

/** Pages and actions of helpers. All others are for owners alone. */
export const HELPERS_PATHS: ReadonlySet<string> = new Set(
  ("/ /look /pages/* /reviews /reviews/:id /reviews/reply /reviews/hide /history /history/:number " +
    "/people /people/end").split(" "),
);

/**
 * Actions before which a person shows a passkey again. A stolen session cannot do what is hard to undo, send reviews
 * elsewhere, read folders, or silence the alert on a new passkey.
 */
export const CHECKED_PATHS: ReadonlySet<string> = new Set(
  "/reviews/erase /backup/restore /people/invite /people/end /alerts/save /alerts/remove /sources/add /sources/remove"
    .split(" "),
);

/** Whether somebody may ask for a path. People are those of a page with passkeys. */
export function mayAsk({ id, role }: Visitor, path: string): boolean {
  if (id === "") return !path.startsWith("/people");
  return role === "owner" || HELPERS_PATHS.has(path);
}

/** Whether somebody must show a passkey before an action. */
export function mustCheck({ isChecked }: Visitor, path: string): boolean {
  return !isChecked && CHECKED_PATHS.has(path);
}
