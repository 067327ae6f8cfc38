import { expect, it } from 'vitest';
import { justBefore } from './just-before.ts';

const bytesBefore = (a: string, b: string) => Buffer.compare(Buffer.from(a), Buffer.from(b)) < 0;

it.each(['b', 'photos/a', 'photos/b.jpg', 'é', 'naïve', '文', '🎉', 'x\u{e000}', 'a\u0001', 'a '])(
  'begins with %j and behind what lies before it',
  (key) => {
    const marker = justBefore(key);
    expect(bytesBefore(marker, key)).toBe(true);
    expect(marker.isWellFormed()).toBe(true);
    const last = [...key].at(-1) ?? '';
    const rest = key.slice(0, -last.length);
    const neighbour = rest + String.fromCodePoint((last.codePointAt(0) ?? 0) - 1);
    if (!neighbour.isWellFormed()) return;
    expect(bytesBefore(neighbour, marker)).toBe(true);
    expect(bytesBefore(`${neighbour}zzz\u{fffd}`, marker)).toBe(true);
  },
);

it('stays within what a name may be long', () => {
  expect(Buffer.byteLength(justBefore('x'.repeat(1024)))).toBe(1024);
});
