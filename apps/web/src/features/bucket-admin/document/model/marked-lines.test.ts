import { expect, it } from 'vitest';
import { markedLines } from './marked-lines.ts';

const changed = (text: string, other: string | undefined) =>
  markedLines(text, other).flatMap((line) => (line.changed ? [line.text] : []));
const json = (value: unknown) => JSON.stringify(value, null, 2);

it.each([
  [json({ a: 1, b: 2 }), json({ a: 1 }), ['  "b": 2']],
  [json({ a: 1 }), json({ a: 1, b: 2 }), []],
  [json({ a: 1 }), json({ a: 2 }), ['  "a": 1']],
  ['one\ntwo', undefined, ['one', 'two']],
  ['same', 'same', []],
])('marks in %s against %s the lines %j', (text, other, lines) => {
  expect(changed(text, other)).toEqual(lines);
});

it('marks nothing in a text of very many lines', () => {
  expect(markedLines('x\n'.repeat(10_000), 'y')).toHaveLength(1);
});
