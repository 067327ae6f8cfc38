import { describe, expect, it } from 'vitest';
import { policyTemplate, policyTextError } from './policy-text.ts';

const namingBob = (bucket: string) => policyTemplate(bucket).replace('"AWS": []', '"AWS": ["bob"]');

describe('the text of a policy', () => {
  it('of the template names nobody, so it cannot be set as it is', () => {
    expect(policyTextError(policyTemplate('photos'), 'photos')).toEqual({
      kind: 'refused',
      place: { line: 7, column: 16 },
      message: 'Statement[0].Principal.AWS: It must not be empty.',
    });
    expect(policyTextError(namingBob('photos'), 'photos')).toBeUndefined();
  });

  it('must not be blank, nor longer than the storage takes', () => {
    expect(policyTextError(' \n', 'photos')).toEqual({ kind: 'empty' });
    expect(policyTextError(`{${' '.repeat(20 * 1024)}}`, 'photos')).toEqual({ kind: 'tooLong' });
  });

  it('says where it is no JSON', () => {
    expect(policyTextError('{\n "Version" }', 'photos')).toEqual({
      kind: 'notJson',
      place: { line: 2, column: 12 },
    });
  });

  it('says where the policy itself is refused', () => {
    const text = namingBob('photos').replace('s3:GetObject', 's3:Fly');
    expect(policyTextError(text, 'photos')).toMatchObject({
      kind: 'refused',
      place: { line: 9 },
      message: expect.stringContaining('s3:Fly'),
    });
  });

  it('must speak of this bucket', () => {
    expect(policyTextError(namingBob('other'), 'photos')).toMatchObject({ kind: 'refused' });
  });
});
