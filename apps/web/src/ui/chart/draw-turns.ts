const waiting = new Map<object, () => void>();
let isAsked = false;

/**
 * Draws in one of the next frames, one chart a frame, after those that wait already: many charts at a
 * time hold up neither the cursor nor a click. Painting a chart takes longer than its drawing, so the
 * time of the drawing does not tell how many a frame has room for. Whoever asks again before its turn
 * is drawn once, as it asked last.
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
  requestAnimationFrame(takeTurn);
}

function takeTurn(): void {
  isAsked = false;
  for (const [chart, draw] of waiting) {
    waiting.delete(chart);
    // Also after one that fails: the others do not wait for it.
    if (waiting.size > 0) askForFrame();
    draw();
    return;
  }
}
