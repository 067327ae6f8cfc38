import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { drawInTurn, dropTurn } from './draw-turns.ts';

let frames: (() => unknown)[] = [];
let clock = 0;

beforeEach(() => {
  clock = 0;
  frames = [];
  vi.stubGlobal('requestAnimationFrame', (draw: () => unknown) => frames.push(draw));
  vi.spyOn(performance, 'now').mockImplementation(() => clock);
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

/** Runs the next frame to its end. */
async function nextFrame() {
  await frames.shift()?.();
}

/** Takes all of a frame; the library draws after its caller is done, before anything else. */
function longDraw(name: string, drawn: string[]) {
  return () => {
    drawn.push(name);
    queueMicrotask(() => {
      clock += 20;
    });
  };
}

it('draws so many charts a frame as it has time for, in the order in which they asked', async () => {
  const drawn: string[] = [];
  const charts = ['a', 'b', 'c'].map((name) => ({ name }));
  for (const chart of charts) drawInTurn(chart, longDraw(chart.name, drawn));
  expect(frames).toHaveLength(1);
  await nextFrame();
  expect(drawn).toEqual(['a']);
  await nextFrame();
  await nextFrame();
  expect(drawn).toEqual(['a', 'b', 'c']);
  expect(frames).toHaveLength(0);
});

it('draws what takes no time together', async () => {
  const drawn: string[] = [];
  for (const name of ['a', 'b', 'c']) drawInTurn({ name }, () => drawn.push(name));
  await nextFrame();
  expect(drawn).toEqual(['a', 'b', 'c']);
  expect(frames).toHaveLength(0);
});

it('draws a chart that asked twice once, as it asked last, and none that took it back', async () => {
  const drawn: string[] = [];
  const [chart, gone] = [{}, {}];
  drawInTurn(chart, () => drawn.push('first'));
  drawInTurn(gone, () => drawn.push('gone'));
  drawInTurn(chart, () => drawn.push('second'));
  dropTurn(gone);
  await nextFrame();
  expect(drawn).toEqual(['second']);
});

it('goes on after a chart that cannot be drawn', async () => {
  const drawn: string[] = [];
  drawInTurn({}, () => {
    throw new Error('no canvas');
  });
  drawInTurn({}, () => drawn.push('other'));
  await expect(nextFrame()).rejects.toThrow('no canvas');
  await nextFrame();
  expect(drawn).toEqual(['other']);
});
