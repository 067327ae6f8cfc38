import { describe, expect, it } from 'vitest';
import { policyFault, policyTemplate } from './policy-text.ts';

describe('the text of a policy', () => {
  it('of the template is valid', () => {
    expect(policyFault(policyTemplate('photos'), 'photos')).toBeUndefined();
  });

  it('must not be blank, nor longer than the storage takes', () => {
    expect(policyFault(' \n', 'photos')).toEqual({ kind: 'empty' });
    expect(policyFault(`{${' '.repeat(20 * 1024)}}`, 'photos')).toEqual({ kind: 'tooLong' });
  });

  it('says where it is no JSON', () => {
    expect(policyFault('{\n "Version" }', 'photos')).toEqual({
      kind: 'notJson',
      place: { line: 2, column: 12 },
    });
  });

  it('says where the policy itself is refused', () => {
    const text = policyTemplate('photos').replace('s3:GetObject', 's3:Fly');
    expect(policyFault(text, 'photos')).toMatchObject({
      kind: 'refused',
      place: { line: 14 },
      message: expect.stringContaining('s3:Fly'),
    });
  });

  it('must speak of this bucket', () => {
    expect(policyFault(policyTemplate('other'), 'photos')).toMatchObject({ kind: 'refused' });
  });
});
