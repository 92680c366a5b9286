// A run that is watched: the server's events, until the run is complete or the page is left.
//
// A browser has few connections to one server, and each stream of events holds one: a page that
// nobody sees lets go of its own. A run that has stopped may be resumed, so it is looked at again
// now and then.

import { address, get } from "./api";
import type { Progress, RunInfo } from "./types";

const AGAIN_MS = 5000;

export interface Watch {
  close(): void;
}

export function watchRun(
  name: string,
  from: number,
  progress: (now: Progress) => void,
  ended: () => void,
): Watch {
  const left = new AbortController();
  let source: EventSource | null = null;
  let at = from;
  let stopped = false;
  let timer = 0;

  const shut = (): void => {
    source?.close();
    source = null;
    window.clearTimeout(timer);
  };
  const later = (): void => {
    timer = window.setTimeout(() => (stopped ? void lookAgain() : open()), AGAIN_MS);
  };
  const open = (): void => {
    const events = new EventSource(address(["runs", name, "events"], { from: at }));
    source = events;
    events.addEventListener("progress", (event: MessageEvent<string>) => {
      at = Number(event.lastEventId) || at;
      progress(JSON.parse(event.data) as Progress);
    });
    events.addEventListener("end", (event: MessageEvent<string>) => {
      shut();
      const { state } = JSON.parse(event.data) as { state: RunInfo["state"] };
      stopped = state === "stopped";
      if (stopped) later();
      else left.abort();
      ended();
    });
    // The browser itself tries again, but not where the server has refused.
    events.addEventListener("error", () => {
      if (events.readyState !== EventSource.CLOSED || source !== events) return;
      shut();
      later();
    });
  };
  const lookAgain = async (): Promise<void> => {
    const now = await get<RunInfo>(address(["runs", name]), left.signal).catch(() => null);
    if (left.signal.aborted || document.hidden) return;
    if (now === null || (now.state !== "running" && now.bytes === at)) return later();
    stopped = false;
    open();
  };
  const seen = (): void => {
    shut();
    if (document.hidden) return;
    if (stopped) void lookAgain();
    else open();
  };
  document.addEventListener("visibilitychange", seen, { signal: left.signal });
  left.signal.addEventListener("abort", shut);
  if (!document.hidden) open();
  return { close: () => left.abort() };
}
