import { describe, expect, it } from 'vitest';
import { draftOf, draftProblems, holdOf, type RetentionDraft, weakens } from './retention-draft.ts';

const now = new Date('2026-11-22T12:00:00Z');
const draft = (parts: Partial<RetentionDraft> = {}): RetentionDraft => ({
  enabled: true,
  mode: 'governance',
  expires: { day: '1', month: '6', year: '2027' },
  ...parts,
});
const locked = (mode: string, until = '2027-01-01T23:59:59Z') => ({
  retention_mode: mode,
  retention_until_date: until,
});

describe('a retention that is being entered', () => {
  it.each([
    [draft(), {}],
    [draft({ enabled: false, mode: '' }), {}],
    [draft({ mode: '' }), { mode: 'mode' }],
    [draft({ expires: { day: '31', month: '6', year: '2027' } }), { expires: 'day' }],
    [draft({ expires: { day: '1', month: '1', year: '2026' } }), { expires: 'past' }],
  ])('%j lacks %j [OBJD-13]', (values, problems) => {
    expect(draftProblems(values, { now, floor: undefined })).toEqual(problems);
  });

  it('can be only extended where the lock says so', () => {
    const floor = '2027-06-02T00:00:00Z';
    expect(draftProblems(draft(), { now, floor })).toEqual({ expires: 'shorter' });
    const later = draft({ expires: { day: '2', month: '6', year: '2027' } });
    expect(draftProblems(later, { now, floor })).toEqual({});
  });

  it('begins with what is set', () => {
    expect(draftOf(locked('compliance'))).toEqual({
      enabled: true,
      mode: 'compliance',
      expires: { day: '1', month: '1', year: '2027' },
    });
    expect(draftOf({})).toMatchObject({ enabled: false, mode: '' });
  });
});

describe('a lock', () => {
  it('holds until its time has come', () => {
    expect(holdOf(locked('compliance'), now)).toBe('compliance');
    expect(holdOf(locked('governance'), now)).toBe('governance');
    expect(holdOf(locked('compliance', '2026-01-01T00:00:00Z'), now)).toBe('none');
    expect(holdOf({}, now)).toBe('none');
  });

  it.each([
    [draft(), false],
    [draft({ enabled: false }), true],
    [draft({ mode: 'compliance' }), true],
    [draft({ expires: { day: '31', month: '12', year: '2026' } }), true],
    [draft({ expires: { day: '1', month: '1', year: '2027' } }), false],
  ])('is weakened by %j: %s', (values, weaker) => {
    expect(weakens(values, locked('governance'), now)).toBe(weaker);
  });
});
