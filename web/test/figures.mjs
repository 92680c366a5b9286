// Comparing figures on the page with figures of a summary. An `item` is a marked element of the
// page: { data: its data attributes, text }.

import assert from "node:assert/strict";

/** The attribute holds the exact number, the text the same number with four decimals. */
export function assertFraction(text, attribute, expected, what) {
  if (expected === null || expected === undefined) {
    assert.equal(attribute, undefined, what);
    assert.equal(text, "\u2013", what);
    return;
  }
  assert.equal(Number(attribute), expected, what);
  assert.match(text, /^-?\d+\.\d{4}$/, what);
  assert.ok(
    Math.abs(Number(text) - expected) <= 0.00005 + 1e-12 * Math.abs(expected),
    `${what}: ${text}`,
  );
}

export function assertCount(item, expected, what) {
  assert.ok(item, `${what} is missing`);
  assert.equal(Number(item.data.value), expected, what);
}

export function assertSummaryRow(items, run, name, estimate) {
  const get = (kind) => {
    const found = items.get(`${kind}-${run}-${name}`);
    assert.equal(found?.length, 1, `${kind}-${run}-${name}`);
    return found[0];
  };
  const what = `run ${run}, ${name}`;
  assertFraction(get("metric").text, get("metric").data.value, estimate.mean, `${what} mean`);
  assertFraction(
    get("stderr").text.replace("\u00b1 ", ""),
    get("stderr").data.value,
    estimate.stderr,
    `${what} stderr`,
  );
  const interval = get("interval");
  if (estimate.low === null) assert.equal(interval.text, "\u2013", what);
  else {
    const [low, high] = interval.text.slice(1, -1).split(", ");
    assertFraction(low, interval.data.low, estimate.low, `${what} low`);
    assertFraction(high, interval.data.high, estimate.high, `${what} high`);
  }
  assertCount(get("n"), estimate.n, `${what} n`);
}

export function assertEstimateCell(item, estimate, what) {
  assert.ok(item, `${what} is missing`);
  const [mean, stderr = "\u2013"] = item.text.split("\u00b1 ");
  assertFraction(mean, item.data.value, estimate.mean, `${what} mean`);
  assertFraction(stderr, item.data.stderr, estimate.stderr, `${what} stderr`);
  for (const key of ["low", "high"]) {
    const shown = item.data[key] === undefined ? null : Number(item.data[key]);
    assert.equal(shown, estimate[key], `${what} ${key}`);
  }
  assert.equal(Number(item.data.n), estimate.n, `${what} n`);
}

export function assertGroups(items, summaries) {
  const cells = new Map();
  for (const { data, ...rest } of items.get("group-cell") ?? []) {
    cells.set(JSON.stringify([data.run, data.by, data.group, data.metric]), { data, ...rest });
  }
  const sizes = new Map();
  for (const item of items.get("group-n") ?? []) {
    sizes.set(JSON.stringify([item.data.run, item.data.by, item.data.group]), item);
  }
  const names = [...new Set(summaries.flatMap((summary) => summary.metrics.map((m) => m.name)))];
  const none = { mean: null, stderr: null, low: null, high: null, n: 0 };
  let expected = 0;
  summaries.forEach((summary, run) => {
    for (const group of summary.groups.filter((g) => g.by !== "")) {
      for (const name of names) {
        const key = JSON.stringify([String(run), group.by, group.value, name]);
        assertEstimateCell(cells.get(key), group.metrics[name] ?? none, key);
        expected++;
      }
      const key = JSON.stringify([String(run), group.by, group.value]);
      assertCount(sizes.get(key), group.n, key);
    }
  });
  assert.equal(cells.size, expected, "breakdown cells");
}
