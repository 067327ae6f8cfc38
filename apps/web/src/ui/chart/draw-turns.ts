/** Milliseconds of a frame for charts; the rest is for painting what they drew. */
const BUDGET_MS = 6;

const waiting = new Map<object, () => void>();
let isAsked = false;

/**
 * Draws in one of the next frames, after those that wait already: many charts at a time hold up neither
 * the cursor nor a click. Whoever asks again before its turn is drawn once, as it asked last.
 */
export function drawInTurn(chart: object, draw: () => void): void {
  waiting.set(chart, draw);
  askForFrame();
}

/** Takes back what waits. */
export function dropTurn(chart: object): void {
  waiting.delete(chart);
}

function askForFrame(): void {
  if (isAsked) return;
  isAsked = true;
  requestAnimationFrame(takeTurns);
}

async function takeTurns(): Promise<void> {
  const end = performance.now() + BUDGET_MS;
  try {
    for (const [chart, draw] of waiting) {
      waiting.delete(chart);
      draw();
      // The library draws once whatever was changed is changed.
      await Promise.resolve();
      if (performance.now() >= end) break;
    }
  } finally {
    // Also after one that failed: the others do not wait for it.
    isAsked = false;
    if (waiting.size > 0) askForFrame();
  }
}
