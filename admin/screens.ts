import type { Screen } from "./frame/screen.tsx";
import { addReviews } from "./screens/add_reviews.tsx";
import { alerts } from "./screens/alerts.tsx";
import { ask } from "./screens/ask.tsx";
import { backup } from "./screens/backup.tsx";
import { business } from "./screens/business.tsx";
import { history } from "./screens/history.tsx";
import { online } from "./screens/online.tsx";
import { people } from "./screens/people.tsx";
import { reviews } from "./screens/reviews.tsx";
import { sources } from "./screens/sources.tsx";
import { start } from "./screens/start.tsx";
import { subjects } from "./screens/subjects.tsx";

/** The screens, in the order of the navigation. */
export const SCREENS: readonly Screen[] = [
  start,
  addReviews,
  reviews,
  subjects,
  business,
  ask,
  sources,
  alerts,
  online,
  history,
  backup,
  people,
];
