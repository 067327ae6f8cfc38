import { describe, expect, it } from 'vitest';
import type { DriveFormat, FoundDrive } from './drive-format.ts';
import { assignSlots } from './roster.ts';

function formatted(path: string, drive: string, more: Partial<DriveFormat> = {}): FoundDrive {
  const format = { format: 1, set: 's', generation: 1, drives: ['a', 'b', 'c', 'd'] } as const;
  return { path, kind: 'formatted', format: { ...format, drive, ...more } };
}

const empty = (path: string): FoundDrive => ({ path, kind: 'empty' });
const missing = (path: string): FoundDrive => ({ path, kind: 'missing' });

function assign(found: readonly FoundDrive[], preferredSet?: string) {
  let made = 0;
  const roster = assignSlots(found, { preferredSet, newId: () => `new${made++}` });
  const slots = roster.slots.map(
    (s) => `${s.uuid}@${s.path}${s.online ? '' : ' off'}${s.fresh ? ' new' : ''}`,
  );
  return { ...roster, slots };
}

const [A, B, C, D] = ['a', 'b', 'c', 'd'].map((id, i) => formatted(`/${i}`, id)) as [
  FoundDrive,
  FoundDrive,
  FoundDrive,
  FoundDrive,
];

describe('the slots of drives', () => {
  it('are made for empty drives in their order', () => {
    const roster = assign([empty('/0'), empty('/1')]);
    expect(roster).toMatchObject({
      slots: ['new0@/0 new', 'new1@/1 new'],
      generation: 1,
      changed: true,
    });
  });

  it('are found by identity when drives are mounted elsewhere', () => {
    const roster = assign([D, A, C, B]);
    expect(roster).toMatchObject({
      slots: ['a@/0', 'b@/1', 'c@/2', 'd@/3'],
      changed: false,
      refused: [],
    });
    expect(assign([formatted('/x', 'b'), formatted('/y', 'a'), C, D]).slots).toEqual([
      'a@/y',
      'b@/x',
      'c@/2',
      'd@/3',
    ]);
  });

  it('stay empty while their drive is missing', () => {
    expect(assign([A, missing('/1'), C, D])).toMatchObject({
      slots: ['a@/0', 'b@/1 off', 'c@/2', 'd@/3'],
      changed: false,
    });
    expect(assign([A, C, D]).slots).toEqual(['a@/0', 'b@ off', 'c@/2', 'd@/3']);
  });

  it('are not filled by an empty directory in the place of a missing drive', () => {
    const roster = assign([A, empty('/1'), C, D]);
    expect(roster).toMatchObject({
      slots: ['a@/0', 'b@/1 off', 'c@/2', 'd@/3'],
      generation: 1,
      changed: false,
    });
    expect(roster.refused[0]?.reason).toContain('drive replace /1');
    expect(assign([A, C, D, empty('/x')]).slots).toEqual(['a@/0', 'b@ off', 'c@/2', 'd@/3']);
    expect(assign([A, empty('/1'), C, D, empty('/4')]).changed).toBe(false);
  });

  it('that were given up stay free, and the set grows beside them', () => {
    const drives = ['a', '', 'c', 'd'];
    const [a, c, d] = ['a', 'c', 'd'].map((id) =>
      formatted(`/${id}`, id, { drives, generation: 2 }),
    );
    const found = [a, empty('/1'), c, d, empty('/4')] as FoundDrive[];
    expect(assign(found).slots).toEqual(['a@/a', '@ off', 'c@/c', 'd@/d', 'new0@/4 new']);
    expect(assign([...found.slice(0, 1), B, ...found.slice(2, 4)]).refused[0]?.reason).toContain(
      'drive readmit /1',
    );
  });

  it('grow by empty drives that replace none', () => {
    expect(assign([A, B, C, D, empty('/4')]).slots.at(-1)).toBe('new0@/4 new');
  });

  it('refuse a drive of another store, one that was replaced and a copy', () => {
    const drives = ['a', 'n', 'c', 'd'];
    const found = [
      formatted('/0', 'a', { generation: 2, drives }),
      formatted('/old', 'b'),
      formatted('/1', 'n', { generation: 2, drives }),
      formatted('/foreign', 'z', { set: 't', drives: ['z'] }),
      formatted('/copy', 'a', { generation: 2, drives }),
    ];
    const roster = assign(found);
    expect(roster.slots).toEqual(['a@/0', 'n@/1', 'c@ off', 'd@ off']);
    expect(roster.refused.map((one) => one.path)).toEqual(['/old', '/foreign', '/copy']);
  });

  it('are those of the set the index knows, else of the one with most drives', () => {
    const other = formatted('/9', 'z', { set: 't', drives: ['z'] });
    expect(assign([other, A, B]).set).toBe('s');
    expect(assign([other, A, B], 't').set).toBe('t');
    expect(assign([other, A, B], 'unknown').set).toBe('s');
  });

  it('say why a path cannot be used', () => {
    const unusable: FoundDrive = { path: '/1', kind: 'unusable', reason: 'EACCES' };
    expect(assign([A, unusable, C, D]).refused).toEqual([{ path: '/1', reason: 'EACCES' }]);
  });
});
