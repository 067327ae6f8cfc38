import { MAX_DOCUMENT_BYTES } from '@stowage/contract/bucket-admin/document';
import { describe, expect, it } from 'vitest';
import { readDocument, readDocumentFile } from './document-file.ts';

const whole = {
  kind: 'stowage/bucket-settings',
  version: 1,
  bucket: 'photos',
  exportedAt: '2026-11-21T10:00:00Z',
  settings: { versioning: 'enabled', quota: null, tags: { team: 'a' } },
};
const text = (parts: object) => JSON.stringify({ ...whole, ...parts });
const deep = (levels: number) => '['.repeat(levels) + ']'.repeat(levels);

describe('a document of settings in a file', () => {
  it('is read', () => {
    expect(readDocument(text({}))).toEqual({ document: whole });
  });

  it.each([
    ['', { kind: 'empty' }],
    [' \n ', { kind: 'empty' }],
    ['{"kind": "stowage",\n oops}', { kind: 'notJson', place: { line: 2, column: 2 } }],
    ['\u0000\u0001PK', { kind: 'notJson', place: { line: 1, column: 1 } }],
    ['null', { kind: 'notDocument' }],
    ['[]', { kind: 'notDocument' }],
    ['"text"', { kind: 'notDocument' }],
    ['{"Version":"2012-10-17","Statement":[]}', { kind: 'notDocument' }],
    [text({ kind: 'stowage/users' }), { kind: 'otherKind', found: 'stowage/users' }],
    [text({ kind: 'x'.repeat(1000) }), { kind: 'otherKind', found: `${'x'.repeat(60)}…` }],
    [text({ version: 2 }), { kind: 'otherVersion', found: '2' }],
    [text({ version: '1' }), { kind: 'otherVersion', found: '1' }],
    [text({ settings: 1 }), { kind: 'field', field: 'settings' }],
    [text({ settings: { quota: -1 } }), { kind: 'field', field: 'settings.quota' }],
    [text({ settings: { replication: [] } }), { kind: 'field', field: 'settings.replication' }],
    [text({ more: 1 }), { kind: 'field', field: 'more' }],
    [
      text({ settings: { events: [{ arn: 1 }] } }),
      { kind: 'field', field: 'settings.events[0].arn' },
    ],
    [
      text({ settings: { policy: { a: 1 } } }).replace('"a":1', `"a":${deep(40)}`),
      { kind: 'field', field: 'settings.policy' },
    ],
  ])('is refused with its error: %s', (written, error) => {
    expect(readDocument(written)).toEqual({ error });
  });

  it('is not read when it is too large', async () => {
    const file = new File(['x'.repeat(MAX_DOCUMENT_BYTES + 1)], 'large.json');
    expect(await readDocumentFile(file)).toEqual({ error: { kind: 'tooLarge' } });
  });

  it('says so when the browser cannot read the file', async () => {
    const file = Object.assign(new File(['{}'], 'gone.json'), {
      text: () => Promise.reject(new Error('gone')),
    });
    expect(await readDocumentFile(file)).toEqual({ error: { kind: 'unreadable' } });
  });
});
