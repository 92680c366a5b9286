// The frame around all pages: navigation, the page that the address names, the list of keys.

import { el } from "../dom";
import { inline } from "../format";
import type { Page, Route } from "./routes";
import { findRoute, sections } from "./routes";
import { problemBox } from "./ui";

const COMMON_KEYS: [string, string][] = [
  ["/", "go to the filter"],
  ["g r", "runs"],
  ["g c", "compare"],
  ["g l", "leaderboard"],
  ["g t", "tasks"],
  ["g p", "playground"],
  ["g a", "annotate"],
  ["?", "these keys"],
];
const GO: Record<string, string> = {
  r: "#/runs",
  c: "#/compare",
  l: "#/leaderboard",
  t: "#/tasks",
  p: "#/play",
  a: "#/annotate",
};

/** A page that takes longer says so: a long log is read for the first time, say. */
const PATIENCE_MS = 800;

function makeWait(): HTMLElement {
  return el("p", { class: "note wait", role: "status", testid: "wait" }, "Loading\u2026");
}

/** How long a page that is gone back to may take until it is as long as it was. */
const RETURN_MS = 3000;

/**
 * Where each address was scrolled to, for whoever goes back to it: a list that asks the server for its
 * parts is long only after a while, so the browser itself cannot bring it back.
 */
class Places {
  private readonly known = new Map<string, number>();
  private isReturn = false;
  private ticket = 0;

  constructor() {
    const { navigation } = window as { navigation?: EventTarget };
    if (!navigation) return;
    history.scrollRestoration = "manual";
    navigation.addEventListener("navigate", (event) => {
      const { navigationType } = event as Event & { navigationType?: string };
      if (navigationType === "replace") return;
      this.known.set(location.href, window.scrollY);
      this.isReturn = navigationType === "traverse";
    });
    for (const kind of ["wheel", "pointerdown", "keydown"]) {
      window.addEventListener(kind, () => this.ticket++, { passive: true });
    }
  }

  /** A page is shown: from its top, or from where it was left. */
  show(): void {
    const top = this.isReturn ? (this.known.get(location.href) ?? 0) : 0;
    const ticket = ++this.ticket;
    const end = performance.now() + RETURN_MS;
    const go = (): void => {
      if (ticket !== this.ticket) return;
      window.scrollTo({ top, behavior: "instant" });
      if (Math.abs(window.scrollY - top) > 1 && performance.now() < end) requestAnimationFrame(go);
    };
    go();
  }
}

class Frame {
  private readonly main = el("main", { id: "content", tabindex: -1 });
  private readonly links = sections.map(({ title, href }) => el("a", { href }, title));
  private readonly keys = el("dialog", { class: "keys", "aria-label": "Keys", testid: "keys" });
  private page: Page | null = null;
  private route: Route | null = null;
  private names = "";
  private readonly places = new Places();
  private shown = 0;
  private goes = false;

  constructor(root: HTMLElement) {
    const items = this.links.map((link) => el("li", {}, link));
    const help = el("button", { type: "button", class: "quiet", testid: "show-keys" }, "Keys");
    help.addEventListener("click", () => this.showKeys());
    const skip = el("a", { class: "skip", href: "#content" }, "Skip to the page");
    skip.addEventListener("click", (event) => {
      event.preventDefault();
      this.main.focus();
    });
    const brand = el("a", { class: "brand", href: "#/runs" }, "Papert");
    const nav = el("nav", { "aria-label": "Pages" }, el("ul", {}, ...items));
    root.append(skip, el("div", { class: "top-bar", role: "banner" }, brand, nav, help));
    root.append(this.main, this.keys);
    window.addEventListener("hashchange", () => void this.follow());
    document.addEventListener("keydown", (event) => this.key(event));
    this.keys.addEventListener("click", (event) => {
      if (event.target === this.keys) this.keys.close();
    });
    void this.follow();
  }

  /** Shows what the address names. A slow page that is no longer wanted is dropped. */
  private async follow(): Promise<void> {
    const found = findRoute(location.hash);
    const ticket = ++this.shown;
    const names = JSON.stringify(found?.place.names ?? []);
    if (found && this.route === found.route && this.names === names) {
      if (this.page?.follow?.(found.place)) return;
    }
    this.markSection(found?.route.section ?? "");
    this.main.setAttribute("aria-busy", "true");
    const wait = window.setTimeout(() => {
      if (ticket === this.shown) this.main.replaceChildren(makeWait());
    }, PATIENCE_MS);
    const page = await this.make(found);
    window.clearTimeout(wait);
    if (ticket !== this.shown) {
      page.leave?.();
      return;
    }
    const isFirst = this.page === null;
    this.page?.leave?.();
    this.page = page;
    this.route = found?.route ?? null;
    this.names = names;
    this.main.replaceChildren(page.element);
    this.main.removeAttribute("aria-busy");
    document.title = inline(`${page.title} \u2013 Papert`);
    this.places.show();
    // What had the focus is gone: Tab goes on in the page, not before the bar.
    const lost = document.activeElement === null || document.activeElement === document.body;
    if (lost && !isFirst) this.main.focus({ preventScroll: true });
  }

  private async make(found: ReturnType<typeof findRoute>): Promise<Page> {
    try {
      if (!found) throw new Error("There is no such page.");
      const module = await found.route.load();
      return await module.show(found.place);
    } catch (problem) {
      return { element: problemBox(problem), title: "Problem" };
    }
  }

  private markSection(section: string): void {
    for (const link of this.links) {
      if (link.textContent === section) link.setAttribute("aria-current", "page");
      else link.removeAttribute("aria-current");
    }
  }

  private showKeys(): void {
    const rows = [...(this.page?.keys ?? []), ...COMMON_KEYS].map(([key, text]) =>
      el("div", {}, el("dt", {}, el("kbd", {}, key)), el("dd", {}, text)),
    );
    const close = el("button", { type: "button" }, "Close");
    close.addEventListener("click", () => this.keys.close());
    this.keys.replaceChildren(el("h2", {}, "Keys"), el("dl", {}, ...rows), close);
    this.keys.showModal();
  }

  private key(event: KeyboardEvent): void {
    const at = event.target;
    const typing =
      at instanceof HTMLInputElement ||
      at instanceof HTMLSelectElement ||
      at instanceof HTMLTextAreaElement ||
      (at instanceof HTMLElement && at.isContentEditable);
    if (event.altKey || event.ctrlKey || event.metaKey || this.keys.open) return;
    if (typing) {
      if (event.key === "Escape") at.blur();
      return;
    }
    const goes = this.goes;
    this.goes = false;
    if (goes && GO[event.key]) location.hash = GO[event.key] ?? "";
    else if (event.key === "g") this.goes = true;
    else if (event.key === "?") this.showKeys();
    else if (event.key === "/") {
      const filter = this.main.querySelector<HTMLInputElement>('input[type="search"]');
      if (!filter) return;
      filter.focus();
    } else return;
    event.preventDefault();
  }
}

const root = document.getElementById("page");
if (root) new Frame(root);
