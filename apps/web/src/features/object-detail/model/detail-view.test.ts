import { describe, expect, it } from 'vitest';
import { aBucket } from '#web/testing/factories.ts';
import { isLockable, isVersioned } from './detail-view.ts';

describe('an object', () => {
  it.each([
    [{ versioning: true }, {}, true],
    [{ versioningSuspended: true }, {}, true],
    [{}, { version_id: 'v1' }, true],
    [{}, { version_id: 'null' }, false],
    [{}, { version_id: '' }, false],
    [{}, undefined, false],
  ])('in a bucket with %j, as %j, is versioned: %s [OBJD-03]', (details, object, versioned) => {
    expect(isVersioned(aBucket({ details }), object)).toBe(versioned);
  });

  it.each([
    [{ locking: true }, { version_id: 'v1' }, true],
    [{ locking: true }, { version_id: 'null' }, false],
    [{ locking: false, versioning: true }, { version_id: 'v1' }, false],
    [{}, { version_id: 'v1', legal_hold_status: 'OFF' }, true],
    [{}, {}, false],
  ])('in a bucket with %j, as %j, can be locked: %s [OBJD-09]', (details, object, lockable) => {
    expect(isLockable(aBucket({ details }), object)).toBe(lockable);
  });
});
