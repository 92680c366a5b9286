// Asking the server. An error is what the server said, in its words.

export class ApiError extends Error {
  constructor(
    readonly status: number,
    readonly code: string,
    message: string,
  ) {
    super(message);
  }
}

export type Query = Record<string, string | number | string[] | undefined>;

/** "/api/v1/a/b?c=d", every part encoded; empty and undefined values are left out. */
export function address(parts: (string | number)[], query: Query = {}): string {
  const search = new URLSearchParams();
  for (const [key, value] of Object.entries(query)) {
    for (const each of [value].flat()) {
      if (each !== undefined && each !== "") search.append(key, String(each));
    }
  }
  const path = parts.map((part) => encodeURIComponent(String(part))).join("/");
  const text = search.toString();
  return `/api/v1/${path}${text === "" ? "" : `?${text}`}`;
}

const NO_TOKEN =
  "This needs the token: open the address that papert serve printed, once, in this browser.";

async function ask(url: string, init: RequestInit): Promise<Response> {
  try {
    return await fetch(url, init);
  } catch (problem) {
    if (problem instanceof DOMException && problem.name === "AbortError") throw problem;
    throw new ApiError(0, "unreachable", "The server does not answer. Is papert serve running?");
  }
}

async function jsonOf<T>(response: Response): Promise<T> {
  const body = (await response.json().catch(() => null)) as {
    error?: { code: string; message: string; where: string };
  } | null;
  if (response.ok && body !== null) return body as T;
  const error = body?.error;
  const where = error?.where ? `${error.where}: ` : "";
  const text = response.status === 401 ? NO_TOKEN : where + (error?.message ?? "no answer");
  throw new ApiError(response.status, error?.code ?? "unknown", text);
}

export async function get<T>(url: string, signal?: AbortSignal): Promise<T> {
  return jsonOf<T>(await ask(url, signal ? { signal } : {}));
}

export async function getText(url: string): Promise<string> {
  const response = await ask(url, {});
  return response.ok ? response.text() : jsonOf<string>(response);
}

/** Up to here a browser sends a request also while its page is being closed. */
const KEPT_ALIVE_BYTES = 20_000;

/** Sends JSON, given as its text. */
export async function post<T>(url: string, json: string, options: RequestInit = {}): Promise<T> {
  const headers = { ...options.headers, "Content-Type": "application/json" };
  const keepalive = json.length < KEPT_ALIVE_BYTES;
  return jsonOf<T>(await ask(url, { keepalive, ...options, method: "POST", headers, body: json }));
}
