import type { Bucket } from '@stowage/contract/buckets';
import type { ObjectDetail } from '@stowage/contract/object-detail';
import type { ObjectVersion } from '#web/entities/object/detail-parts.ts';
import { objectAbilities } from '#web/entities/object/object-abilities.ts';
import { useSession } from '#web/entities/session/session.ts';
import { isLockable } from '../model/detail-view.ts';
import { Facts } from './facts.tsx';
import { LegalHold } from './legal-hold.tsx';
import { Metadata } from './metadata.tsx';
import { Retention } from './retention.tsx';
import { Tags } from './tags.tsx';

interface DetailsTabProps {
  readonly bucket: Bucket;
  readonly version: ObjectVersion;
  readonly detail: ObjectDetail;
  readonly reload: () => Promise<ObjectDetail | undefined>;
}

/** An object's properties and settings, as far as the server supports them. */
export function DetailsTab({ bucket, version, detail, reload }: DetailsTabProps) {
  const { locking, tags } = useSession().capabilities;
  const abilities = objectAbilities(bucket.allowedActions);
  const lockable = isLockable(bucket, detail);
  const shared = { version, detail, abilities, reload };
  if (detail.is_delete_marker === true) return <Facts bucket={bucket.name} object={detail} />;
  return (
    <>
      <Facts bucket={bucket.name} object={detail} />
      {locking && <LegalHold {...shared} lockable={lockable} />}
      {locking && <Retention {...shared} lockable={lockable} />}
      {tags && <Tags {...shared} />}
      <Metadata {...shared} />
    </>
  );
}
