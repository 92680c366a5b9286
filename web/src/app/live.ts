// A run that is watched: the server's events, until the run has ended or the page is left.

import { address } from "./api";
import type { Progress } from "./types";

export interface Watch {
  close(): void;
}

export function watchRun(
  name: string,
  from: number,
  progress: (now: Progress) => void,
  ended: () => void,
): Watch {
  const source = new EventSource(address(["runs", name, "events"], { from }));
  source.addEventListener("progress", (event) => {
    progress(JSON.parse((event as MessageEvent<string>).data) as Progress);
  });
  source.addEventListener("end", () => {
    source.close();
    ended();
  });
  return { close: () => source.close() };
}
