import { describe, expect, it } from 'vitest';
import { aLogError, aLogLine } from '#web/testing/calls.ts';
import { isHighlighted, logLines, plainLine } from './log-lines.ts';

const entry = (id: number, message = aLogLine()) => ({ id, kind: 'message' as const, message });
const texts = (...messages: string[]) =>
  logLines(
    messages.map((message, id) => entry(id, aLogLine({ key: String(id), message }))),
    '',
  ).map(({ text }) => text);

describe('the lines of the log', () => {
  it.each([
    ['\u001b[31;1mred\u001b[0m', 'red'],
    ['a\u0007b\u0000c\u007f', 'abc'],
    ['name\u202Egpj.exe\u200b', 'namegpj.exe'],
    ['a\tb', 'a    b'],
    ['ünïcode 😀', 'ünïcode 😀'],
  ])(
    'are shown without colour codes and what cannot be printed: %j [LOGS-04] [LOGS-05]',
    (line, plain) => {
      expect(plainLine(line)).toBe(plain);
    },
  );

  it('are one for each line of an entry, indented after three blanks [LOGS-06]', () => {
    const lines = logLines([entry(0, aLogLine({ message: '\nfirst\n   second\n  third' }))], '');
    expect(lines.map(({ text, indented }) => [text, indented])).toEqual([
      ['first', false],
      ['second', true],
      ['third', false],
    ]);
    expect(lines.map((line) => line.entry !== undefined)).toEqual([true, false, false]);
  });

  it('pass over what is sent again, and keep the mark of a lost connection', () => {
    const entries = [
      entry(0),
      { id: 1, kind: 'gap' as const, lostFor: 4000 },
      entry(2),
      entry(3, aLogError()),
    ];
    expect(logLines(entries, '').map(({ text, gap }) => gap ?? text)).toEqual([
      'A drive is back.',
      { lostFor: 4000 },
      'drive not found',
    ]);
    expect(texts('a', 'b', 'a')).toEqual(['a', 'b', 'a']);
  });

  it('can be those of one level alone', () => {
    const lines = logLines([entry(0), entry(1, aLogError())], 'ERROR');
    expect(lines.map(({ text }) => text)).toEqual(['drive not found']);
  });

  it.each([
    ['', false],
    ['DRIVE', true],
    ['putobject', true],
    ['nothing of it', false],
  ])('are found by %j: %s', (search, found) => {
    const [line] = logLines([entry(0, aLogError())], '');
    expect(line && isHighlighted(line, search)).toBe(found);
  });
});
