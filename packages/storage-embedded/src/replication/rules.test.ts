import { describe, expect, it } from 'vitest';
import { actionableRules, type Occasion, type ReplicationRule, type Subject } from './rules.ts';

const rule = (change: Partial<ReplicationRule> = {}): ReplicationRule => ({
  id: '',
  enabled: true,
  priority: 1,
  filter: { prefix: '', tags: {}, combined: false },
  target: 'a',
  destination: 'a',
  storageClass: undefined,
  deleteMarkers: false,
  deletes: false,
  existingObjects: false,
  replicaModifications: true,
  ...change,
});
const filter = (prefix: string, tags: Record<string, string> = {}): Partial<ReplicationRule> => ({
  filter: { prefix, tags, combined: true },
});
const subject = (change: Partial<Subject> = {}): Subject => ({
  key: 'docs/a',
  tags: { kind: 'x', other: 'y' },
  isReplica: false,
  ...change,
});
const targets = (
  rules: readonly ReplicationRule[],
  of: Partial<Subject> = {},
  occasion: Occasion = 'written',
) => actionableRules({ role: '', rules }, subject(of), occasion).map(({ target }) => target);

describe('the rules for an object', () => {
  it.each<[string, Partial<ReplicationRule>, boolean]>([
    ['that are disabled', { enabled: false }, false],
    ['of its prefix', filter('docs/'), true],
    ['of another prefix', filter('doc/'), false],
    ['of its tags', filter('', { kind: 'x', other: 'y' }), true],
    ['of a tag that it lacks', filter('', { kind: 'x', third: 'z' }), false],
    ['of another value', filter('', { kind: 'y' }), false],
    ['of a tag named as a property', filter('', { constructor: '' }), false],
  ])('count by their filter: %s', (_, change, counts) => {
    expect(targets([rule(change)])).toEqual(counts ? ['a'] : []);
  });

  it('decide by priority for each target, also against it', () => {
    const rules = [
      rule({ priority: 1, deleteMarkers: true }),
      rule({ priority: 2 }),
      rule({ priority: 3, target: 'b', deleteMarkers: true }),
    ];
    expect(targets(rules)).toEqual(['a', 'b']);
    expect(targets(rules, {}, 'marked')).toEqual(['b']);
  });

  it.each<[Occasion, Partial<ReplicationRule>, Partial<Subject>, boolean]>([
    ['marked', {}, {}, false],
    ['marked', { deleteMarkers: true }, {}, true],
    ['removed', { deleteMarkers: true }, {}, false],
    ['removed', { deletes: true }, {}, true],
    ['existing', {}, {}, false],
    ['existing', { existingObjects: true }, {}, true],
    ['existing', { existingObjects: true }, { isReplica: true }, false],
    ['written', {}, { isReplica: true }, false],
    ['updated', {}, { isReplica: true }, true],
    ['updated', { replicaModifications: false }, { isReplica: true }, false],
    ['updated', { replicaModifications: false }, {}, true],
  ])('know the occasion: %s %o %o', (occasion, change, of, sends) => {
    expect(targets([rule(change)], of, occasion)).toEqual(sends ? ['a'] : []);
  });
});
