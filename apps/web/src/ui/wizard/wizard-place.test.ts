import { describe, expect, it } from 'vitest';
import {
  canOpen,
  moved,
  openIndex,
  type StepState,
  stepMark,
  type WizardPlace,
} from './wizard-place.ts';

const steps: readonly StepState[] = [
  { id: 'setup' },
  { id: 'identity', missing: 'Enter a URL.' },
  { id: 'security' },
  { id: 'encryption' },
];
const at = (id: string, ...visited: string[]): WizardPlace => ({ at: id, visited });

it('remembers where somebody has been, each step once', () => {
  const place = moved(moved(moved(at('setup', 'setup'), 'identity'), 'setup'), 'security');
  expect(place).toEqual({ at: 'security', visited: ['setup', 'identity', 'security'] });
});

describe('a step that has gone', () => {
  it('leaves the last one that was visited and is still there', () => {
    const place = at('kes', 'setup', 'security', 'kes');
    expect(openIndex(steps, place)).toBe(2);
  });

  it('leaves the first one when none is', () => {
    expect(openIndex(steps, at('kes', 'kes'))).toBe(0);
  });
});

it.each([
  [0, 'done'],
  [1, 'wrong'],
  [2, 'current'],
  [3, 'ahead'],
] as const)('step %i is marked %s', (index, mark) => {
  expect(stepMark(steps, at('security', 'setup', 'identity', 'security'), index)).toBe(mark);
});

describe('from the list of steps can be opened', () => {
  it.each([
    ['back, whatever is missing', 'encryption', 0, 'ordered', true],
    ['nothing beyond what is missing', 'identity', 2, 'ordered', false],
    ['what was visited', 'security', 3, 'ordered', true],
    ['everything where the order is free', 'setup', 3, 'free', true],
  ] as const)('%s', (_, open, index, order, may) => {
    const place = at(open, 'setup', 'identity', 'security', 'encryption');
    expect(canOpen(steps, place, index, order)).toBe(may);
  });

  it('nothing that was not visited yet, in order', () => {
    expect(canOpen(steps, at('security', 'setup', 'security'), 3, 'ordered')).toBe(false);
  });

  it('nothing beyond a step that takes an action to be left', () => {
    const asking = [{ id: 'remote', leave: () => undefined }, { id: 'assign' }];
    expect(canOpen(asking, at('remote', 'remote', 'assign'), 1, 'ordered')).toBe(false);
  });
});
