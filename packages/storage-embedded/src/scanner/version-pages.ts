import type { Engine, StoredObject } from '../engine/types.ts';

/** A version with facts derived from its neighbours in the listing. */
export interface SeenVersion {
  readonly version: StoredObject;
  /** When the next newer version was written; 0 for the newest. */
  readonly succeededAt: number;
  /** The key has no other version. */
  readonly isOnly: boolean;
}

/** Number of versions listed in one or two milliseconds, which block all requests. */
const PAGE = 250;

/** Yields all versions and delete markers of a bucket by key, newest first within each key. */
export function* versionPages(
  engine: Pick<Engine, 'list'>,
  bucket: string,
): Generator<readonly SeenVersion[], void, undefined> {
  let held: Omit<SeenVersion, 'isOnly'> | undefined;
  let from = { after: '' };
  for (;;) {
    const query = { bucket, prefix: '', delimiter: '', limit: PAGE, versions: true };
    const { objects, next } = engine.list({ ...query, ...from });
    const page: SeenVersion[] = [];
    for (const version of objects) {
      const newer = held?.version.key === version.key ? held.version : undefined;
      if (held !== undefined) {
        page.push({ ...held, isOnly: held.succeededAt === 0 && newer === undefined });
      }
      held = { version, succeededAt: newer?.modifiedAt ?? 0 };
    }
    if (next === undefined) {
      yield held === undefined ? page : [...page, { ...held, isOnly: held.succeededAt === 0 }];
      return;
    }
    yield page;
    from = {
      after: next.key,
      ...(next.versionId === undefined ? {} : { afterVersion: next.versionId }),
    };
  }
}
