import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { drawInTurn, dropTurn } from './draw-turns.ts';

let frames: (() => void)[] = [];
const nextFrame = () => frames.shift()?.();

beforeEach(() => {
  frames = [];
  vi.stubGlobal('requestAnimationFrame', (draw: () => void) => frames.push(draw));
});
afterEach(() => {
  vi.unstubAllGlobals();
});

it('draws one chart a frame, in the order in which they asked', () => {
  const drawn: string[] = [];
  for (const name of ['a', 'b', 'c']) drawInTurn({ name }, () => drawn.push(name));
  expect(frames).toHaveLength(1);
  nextFrame();
  expect(drawn).toEqual(['a']);
  nextFrame();
  nextFrame();
  expect(drawn).toEqual(['a', 'b', 'c']);
  expect(frames).toEqual([]);
});

it('draws a chart that asked twice once, as it asked last, and none that took it back', () => {
  const drawn: string[] = [];
  const [chart, gone] = [{}, {}];
  drawInTurn(chart, () => drawn.push('first'));
  drawInTurn(gone, () => drawn.push('gone'));
  drawInTurn(chart, () => drawn.push('second'));
  dropTurn(gone);
  nextFrame();
  expect(drawn).toEqual(['second']);
  expect(frames).toEqual([]);
});

it('goes on after a chart that cannot be drawn', () => {
  const drawn: string[] = [];
  drawInTurn({}, () => {
    throw new Error('no canvas');
  });
  drawInTurn({}, () => drawn.push('other'));
  expect(nextFrame).toThrow('no canvas');
  nextFrame();
  expect(drawn).toEqual(['other']);
});
