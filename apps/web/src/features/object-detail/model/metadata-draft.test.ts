import { describe, expect, it } from 'vitest';
import { bodyOf, draftOf, repeatedName } from './metadata-draft.ts';

const detail = {
  name: 'a',
  content_type: 'text/plain',
  user_metadata: { camera: 'z6' },
  revisions: {},
};

describe('metadata that is being entered', () => {
  it('begins with what is stored, and is sent without what is empty', () => {
    const draft = draftOf(detail);
    expect(draft).toMatchObject({ content_type: 'text/plain', cache_control: '' });
    expect(bodyOf(draft)).toEqual({
      content_type: 'text/plain',
      user_metadata: { camera: 'z6' },
    });
  });

  it('has names in lower case, and leaves out rows without a name', () => {
    const user_metadata = [
      { id: 0, key: 'Camera', value: 'z6' },
      { id: 1, key: '', value: '' },
    ];
    expect(bodyOf({ ...draftOf(detail), user_metadata }).user_metadata).toEqual({ camera: 'z6' });
  });

  it('finds a name that stands twice, whatever its case', () => {
    const user_metadata = [
      { id: 0, key: 'Camera', value: '1' },
      { id: 1, key: 'camera', value: '2' },
    ];
    expect(repeatedName({ ...draftOf(detail), user_metadata })).toBe('camera');
    expect(repeatedName(draftOf(detail))).toBeUndefined();
  });
});
