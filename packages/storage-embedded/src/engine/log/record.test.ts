import { describe, expect, it } from 'vitest';
import {
  decodeWhole,
  draftBound,
  encodeRecord,
  headerText,
  RECORD_TYPE,
  type RecordDraft,
  recordData,
} from './record.ts';

const DRAFT: RecordDraft = {
  sequence: 2 ** 40 + 7,
  type: RECORD_TYPE.object,
  more: true,
  header: '{"key":"ä\u{1F600}"}',
  data: Buffer.from('some content'),
};

function encode(draft: RecordDraft, at = 0): Buffer {
  const bytes = Buffer.alloc(at + draftBound(draft), 0xee);
  return bytes.subarray(0, at + encodeRecord(draft, bytes, at));
}

describe('record', () => {
  it('comes back as it was written, anywhere in a buffer', () => {
    const bytes = encode(DRAFT, 16);
    const head = decodeWhole(bytes, 16);
    expect(head).toMatchObject({ sequence: 2 ** 40 + 7, type: RECORD_TYPE.object, more: true });
    expect(head && headerText(bytes, 16, head)).toBe(DRAFT.header);
    expect(head && recordData(bytes, 16, head).toString()).toBe('some content');
    expect(head?.length).toBe(bytes.length - 16);
    expect(bytes.length % 8).toBe(0);
  });

  it('may have no data', () => {
    const bytes = encode({ ...DRAFT, data: undefined });
    expect(decodeWhole(bytes, 0)).toMatchObject({ dataSize: 0 });
  });

  it('is not whole with any byte of it changed', () => {
    const bytes = encode(DRAFT);
    const padding = bytes.length - 32 - Buffer.byteLength(DRAFT.header) - 'some content'.length;
    for (let at = 0; at < bytes.length - padding; at++) {
      const changed = Buffer.from(bytes);
      changed.writeUInt8(changed.readUInt8(at) ^ 0x10, at);
      expect(decodeWhole(changed, 0), `byte ${at}`).toBeUndefined();
    }
  });

  it('is not whole when cut off anywhere', () => {
    const bytes = encode(DRAFT);
    for (let size = 0; size < bytes.length; size++) {
      expect(decodeWhole(bytes.subarray(0, size), 0), `${size} bytes`).toBeUndefined();
    }
  });

  it('is not found in zeros', () => {
    expect(decodeWhole(Buffer.alloc(4096), 0)).toBeUndefined();
  });
});
