import { describe, expect, it } from 'vitest';
import { shownName } from '#web/entities/object/shown-name.ts';
import { crumbs } from './folders.ts';

describe('folders of a key', () => {
  it('shows a folder without a name as a slash', () => {
    expect(shownName('x/y/')).toBe('y');
    expect(shownName('x//')).toBe('/');
    expect(shownName('/')).toBe('/');
  });

  it('lists the crumbs of a folder, nameless folders included', () => {
    expect(crumbs('')).toEqual([]);
    expect(crumbs('a/b//c/')).toEqual([
      { name: 'a', key: 'a/' },
      { name: 'b', key: 'a/b/' },
      { name: '/', key: 'a/b//' },
      { name: 'c', key: 'a/b//c/' },
    ]);
  });
});
