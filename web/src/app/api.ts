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

export function get<T>(url: string, signal?: AbortSignal): Promise<T> {
  return ask<T>(url, signal ? { signal } : {});
}

/** Sends JSON. */
export function post<T>(url: string, body: unknown, options: RequestInit = {}): Promise<T> {
  const headers = { ...options.headers, "Content-Type": "application/json" };
  return ask<T>(url, { ...options, method: "POST", headers, body: JSON.stringify(body) });
}

async function ask<T>(url: string, options: RequestInit): Promise<T> {
  let response: Response;
  try {
    response = await fetch(url, options);
  } catch (problem) {
    if (problem instanceof DOMException && problem.name === "AbortError") throw problem;
    throw new ApiError(0, "unreachable", "The server does not answer. Is papert serve running?");
  }
  const body = (await response.json().catch(() => null)) as {
    error?: { code: string; message: string; where: string };
  } | null;
  if (response.ok && body !== null) return body as T;
  const error = body?.error;
  const where = error?.where ? `${error.where}: ` : "";
  const text = response.status === 401 ? NO_TOKEN : where + (error?.message ?? "no answer");
  throw new ApiError(response.status, error?.code ?? "unknown", text);
}
