import { describe, expect, it } from 'vitest';
import { readableSection } from './readable-section.ts';

const xml =
  '<LifecycleConfiguration xmlns="http://s3.amazonaws.com/doc/2006-03-01/">' +
  '<Rule><ID>logs</ID><Status>Enabled</Status><Filter><Prefix>logs/</Prefix></Filter>' +
  '<Expiration><Days>30</Days></Expiration></Rule><Rule><ID>b</ID></Rule></LifecycleConfiguration>';

describe('a section of a document', () => {
  it('shows lifecycle rules in place of one line of XML', () => {
    expect(readableSection('lifecycle', xml)?.split('\n')).toEqual([
      'Rule 1',
      '  ID: logs',
      '  Status: Enabled',
      '  Filter / Prefix: logs/',
      '  Expiration / Days: 30',
      'Rule 2',
      '  ID: b',
    ]);
  });

  it.each(['not xml', '<Hello/>'])('leaves %s as it is', (text) => {
    expect(readableSection('lifecycle', text)).toBe(text);
  });

  it('leaves other sections alone', () => {
    expect(readableSection('tags', xml)).toBe(xml);
    expect(readableSection('lifecycle', undefined)).toBeUndefined();
  });
});
