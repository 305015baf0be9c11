import type { Screen } from "./frame/screen.ts";
import { backup } from "./screens/backup.tsx";
import { history } from "./screens/history.tsx";
import { reviews } from "./screens/reviews.tsx";
import { start } from "./screens/start.tsx";

/** The screens, in the order of the navigation. */
export const SCREENS: readonly Screen[] = [start, reviews, history, backup];
