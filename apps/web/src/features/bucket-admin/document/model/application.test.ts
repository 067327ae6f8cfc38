import type { SectionChange } from '@stowage/contract/bucket-admin/document';
import { describe, expect, it } from 'vitest';
import { applicable, EMPTY_SOURCE, previewed, sourceOf, toggled } from './application.ts';

const document = {
  kind: 'stowage/bucket-settings',
  version: 1,
  bucket: 'a',
  exportedAt: '',
  settings: {},
} as const;
const changes: SectionChange[] = [
  { section: 'versioning', to: 'enabled' },
  { section: 'quota', to: '1', refusal: 'no permission' },
  { section: 'tags', from: 'a' },
];

describe('applying a document', () => {
  it.each([
    [{}, undefined],
    [{ reading: { error: { kind: 'empty' } } }, undefined],
    [{ reading: { document } }, { document }],
    [{ from: 'bucket', reading: { document } }, undefined],
    [{ from: 'bucket', otherBucket: 'b' }, { bucket: 'b' }],
  ] as const)('with %j takes the source %j', (parts, source) => {
    expect(sourceOf({ ...EMPTY_SOURCE, ...parts })).toEqual(source);
  });

  it('leaves out what is refused', () => {
    expect(applicable(changes)).toEqual(['versioning', 'tags']);
  });

  it.each([
    [undefined, ['versioning', 'tags']],
    [['tags', 'quota', 'events'], ['tags']],
    [[], []],
  ] as const)('begins after the choice %j with %j', (before, chosen) => {
    const preview = { document, changes, revision: 'r' };
    expect(previewed(preview, before)).toMatchObject({ preview, chosen });
  });

  it.each([
    [['versioning'], 'tags', ['versioning', 'tags']],
    [['versioning', 'tags'], 'versioning', ['tags']],
    [[], 'quota', []],
  ] as const)('makes of the choice %j by %s %j', (chosen, section, next) => {
    expect(toggled(changes, chosen, section)).toEqual(next);
  });
});
