import type { Engine, StoredObject } from '../engine/types.ts';

const PAGE = 250;
/** Keys with more versions are yielded in several groups. */
const MOST = 1000;

/** Yields the versions and delete markers of a bucket by key, oldest first within each key. */
export function* versionGroups(
  engine: Pick<Engine, 'list'>,
  bucket: string,
  { after, prefix = '' }: { after: string; prefix?: string },
): Generator<readonly StoredObject[], void, undefined> {
  let group: StoredObject[] = [];
  let from: { after: string; afterVersion?: string } = { after };
  for (;;) {
    const query = { bucket, prefix, delimiter: '', limit: PAGE, versions: true };
    const { objects, next } = engine.list({ ...query, ...from });
    for (const version of objects) {
      if (group.length > 0 && (group[0]?.key !== version.key || group.length >= MOST)) {
        yield group.reverse();
        group = [];
      }
      group.push(version);
    }
    if (next === undefined) {
      if (group.length > 0) {
        yield group.reverse();
      }
      return;
    }
    const { key, versionId } = next;
    from = { after: key, ...(versionId === undefined ? {} : { afterVersion: versionId }) };
  }
}
