// Pictures from the embedded PNG files, or from a server's.

import type { Picture } from "./data";
import { own } from "./data";
import { el } from "./dom";
import { inline } from "./format";

/**
 * Enlarged pixels stay sharp squares; a picture shown smaller than it is gets smoothed, because
 * dropping pixels would hide thin strokes. To be called when the picture or its size has changed.
 */
export function chooseScaling(image: HTMLImageElement): void {
  image.classList.toggle("enlarged", image.naturalWidth <= image.clientWidth);
}

/** The picture that every drawing suite calls so has the same colours in all of them. */
export function isDifference(picture: Picture): boolean {
  return picture.title === "difference";
}

/** What the colours of a difference mean. */
export function makeDifferenceLegend(): HTMLElement {
  const item = (kind: string, text: string): HTMLElement =>
    el("span", {}, el("span", { class: `swatch ${kind}`, "aria-hidden": "true" }), text);
  return el(
    "span",
    { class: "difference-legend", testid: "difference-legend" },
    item("missing", "missing"),
    item("extra", "extra"),
    item("shared", "in both"),
  );
}

/** A figure with the picture and its title, or with a note when the picture is not embedded. */
export function makePicture(
  data: { images: Record<string, string>; imageAddress?: (hash: string) => string },
  picture: Picture,
): HTMLElement {
  const caption = el("figcaption", {}, picture.title);
  const base64 = own(data.images, picture.image);
  const source =
    base64 === undefined
      ? data.imageAddress?.(picture.image)
      : `data:image/png;base64,${base64}`;
  if (source === undefined) {
    return el(
      "figure",
      { class: "picture" },
      el("span", { class: "absent" }, "not embedded"),
      caption,
    );
  }
  const image = el("img", { alt: inline(picture.title), decoding: "async", draggable: "false" });
  image.addEventListener("load", () => chooseScaling(image));
  image.src = source;
  return el("figure", { class: "picture" }, image, caption);
}
