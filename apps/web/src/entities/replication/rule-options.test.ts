import { describe, expect, it } from 'vitest';
import { pairsOf } from '#web/entities/tag-pairs/tag-pairs.ts';
import {
  canReplicateDeleteMarkers,
  DEFAULT_RULE_OPTIONS,
  ruleOptionsErrors,
  ruleOptionsInput,
} from './rule-options.ts';

describe('what a rule replicates', () => {
  it('is everything by default [REPL-15]', () => {
    expect(ruleOptionsInput(DEFAULT_RULE_OPTIONS)).toEqual({
      prefix: '',
      tags: '',
      storageClass: '',
      replicateDeleteMarkers: true,
      replicateDeletes: true,
      replicateMetadata: true,
      replicateExistingObjects: true,
    });
  });

  it('can be narrowed by tags, and then has no delete markers', () => {
    const draft = { ...DEFAULT_RULE_OPTIONS, tags: pairsOf([{ key: 'keep', value: 'yes & no' }]) };
    expect(canReplicateDeleteMarkers(draft)).toBe(false);
    expect(ruleOptionsInput(draft)).toMatchObject({
      tags: 'keep=yes%20%26%20no',
      replicateDeleteMarkers: false,
    });
  });

  it.each([
    [undefined, true],
    [0, true],
    [3, true],
    [-1, false],
    [1.5, false],
  ])('has a priority of %s: %s', (priority, valid) => {
    const draft = { ...DEFAULT_RULE_OPTIONS, priority };
    expect(Object.keys(ruleOptionsErrors(draft))).toEqual(valid ? [] : ['priority']);
    expect(ruleOptionsInput(draft).priority).toBe(priority);
  });
});
