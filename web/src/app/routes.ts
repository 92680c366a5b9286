// The pages as a table. A page is one entry: its address behind the #, its place in the navigation,
// and the module that shows it, which is loaded when it is first needed.
//
//   #/run/NAME/sample/ID/EPOCH?verdict=wrong     pattern "run/:/sample/:/:", names, query

export interface Place {
  /** What stands for each ":" of the pattern. */
  names: string[];
  query: URLSearchParams;
}

/** What a page's module makes of a place. */
export interface Page {
  element: HTMLElement;
  title: string;
  /** Called when another page is shown. */
  leave?: () => void;
  /** Keys of the page's own, for the list of keys. */
  keys?: [string, string][];
  /** Called instead of showing the page anew where only its query changes; false: show it anew. */
  follow?: (place: Place) => boolean;
}

export interface PageModule {
  show(place: Place): Promise<Page>;
}

export interface Route {
  pattern: string;
  /** The entry of the navigation that is current on this page. */
  section: string;
  load: () => Promise<PageModule>;
}

export const routes: Route[] = [
  { pattern: "runs", section: "Runs", load: () => import("./pages/runs") },
  { pattern: "run/:", section: "Runs", load: () => import("./pages/run") },
  { pattern: "run/:/sample/:/:", section: "Runs", load: () => import("./pages/sample") },
  { pattern: "compare", section: "Compare", load: () => import("./pages/compare") },
  { pattern: "leaderboard", section: "Leaderboard", load: () => import("./pages/leaderboard") },
  { pattern: "tasks", section: "Tasks", load: () => import("./pages/tasks") },
  { pattern: "play", section: "Playground", load: () => import("./pages/play") },
  { pattern: "annotate", section: "Annotate", load: () => import("./pages/annotate") },
  { pattern: "annotate/label", section: "Annotate", load: () => import("./pages/annotate_label") },
  { pattern: "annotate/answer", section: "Annotate", load: () => import("./pages/annotate_answer") },
  { pattern: "annotate/draw", section: "Annotate", load: () => import("./pages/annotate_draw") },
];

/** In the order of the navigation. */
export const sections: { title: string; href: string }[] = [
  { title: "Runs", href: "#/runs" },
  { title: "Compare", href: "#/compare" },
  { title: "Leaderboard", href: "#/leaderboard" },
  { title: "Tasks", href: "#/tasks" },
  { title: "Playground", href: "#/play" },
  { title: "Annotate", href: "#/annotate" },
];

/** "#/a/b?c=d", every part encoded. */
export function hrefOf(parts: (string | number)[], query?: URLSearchParams): string {
  const text = query?.toString() ?? "";
  const path = parts.map((part) => encodeURIComponent(String(part))).join("/");
  return `#/${path}${text === "" ? "" : `?${text}`}`;
}

export function findRoute(hash: string): { route: Route; place: Place } | null {
  const [path = "", search = ""] = hash.replace(/^#\/?/, "").split("?", 2);
  let parts: string[];
  try {
    parts = path.split("/").map(decodeURIComponent);
  } catch {
    return null;
  }
  const given = path === "" ? ["runs"] : parts;
  for (const route of routes) {
    const wanted = route.pattern.split("/");
    if (wanted.length !== given.length) continue;
    if (!wanted.every((part, i) => part === ":" || part === given[i])) continue;
    const names = given.filter((_, i) => wanted[i] === ":");
    return { route, place: { names, query: new URLSearchParams(search) } };
  }
  return null;
}
