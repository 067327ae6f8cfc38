const waiting = new Map<object, () => void>();
let isAsked = false;

/**
 * Draws a chart in one of the next frames, one chart per frame in order of request, so that many
 * charts at once block neither the cursor nor clicks. Painting takes longer than drawing, so the
 * drawing time does not tell how many charts fit into a frame. A chart requested again before its
 * turn is drawn once, with the latest request.
 */
export function drawInTurn(chart: object, draw: () => void): void {
  waiting.set(chart, draw);
  askForFrame();
}

/** Cancels a pending request. */
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
    // Requested before drawing, so that a failing chart does not block the others.
    if (waiting.size > 0) askForFrame();
    draw();
    return;
  }
}
