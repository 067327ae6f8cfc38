import { describe, expect, it } from 'vitest';
import { type Command, matchingCommands } from './commands.ts';

const command = (label: string): Command => ({ id: label, label, kind: 'page', to: `/${label}` });
const commands = ['Buckets', 'big bucket', 'Users', 'photos-2026'].map(command);

describe('the commands that match', () => {
  it.each([
    ['', ['Buckets', 'big bucket', 'Users', 'photos-2026']],
    ['  ', ['Buckets', 'big bucket', 'Users', 'photos-2026']],
    ['BUCKET', ['Buckets', 'big bucket']],
    ['big', ['big bucket']],
    ['bucket big', ['big bucket']],
    ['2026', ['photos-2026']],
    ['nothing', []],
  ])('%j are %j', (text, labels) => {
    expect(matchingCommands(commands, text).map((found) => found.label)).toEqual(labels);
  });

  it('are few, however many there are', () => {
    const many = Array.from({ length: 5000 }, (_, index) => command(`b-${index}`));
    expect(matchingCommands(many, 'b')).toHaveLength(50);
  });
});
