import type { StoredObject } from '@stowage/contract/objects';
import type { ReactNode } from 'react';
import { shownName } from '#web/entities/object/shown-name.ts';
import { formatDateTimeZone } from '#web/lib/format/dates.ts';
import { formatSizeExact } from '#web/lib/format/sizes.ts';
import { useText } from '#web/lib/i18n/messages.ts';
import { Name } from '#web/ui/name.tsx';
import { Tag } from '#web/ui/tag.tsx';
import { objectDetailText } from '../en.ts';
import classes from './facts.module.css';

/** A longer name may be cut in the head, so the facts have it whole. */
const cutFrom = 60;

interface FactProps {
  readonly name: string;
  readonly children: ReactNode;
}

function Fact({ name, children }: FactProps) {
  return (
    <>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </>
  );
}

function Pairs({ pairs }: { readonly pairs: Readonly<Record<string, string>> }) {
  return (
    <span className={classes.tags}>
      {Object.entries(pairs).map(([name, value]) => (
        <Tag key={name}>
          <Name>{`${name}=${value}`}</Name>
        </Tag>
      ))}
    </span>
  );
}

/** What a user gave along; the content type among it is shown by itself. */
function ownMetadata({ user_metadata, content_type }: StoredObject) {
  if (user_metadata === undefined || user_metadata['content-type'] !== content_type) {
    return user_metadata;
  }
  const { 'content-type': _type, ...own } = user_metadata;
  return own;
}

/** What is known of an object. */
export function Facts({ object }: { readonly object: StoredObject }) {
  const t = useText(objectDetailText);
  const { size, content_type, etag, last_modified, version_id, tags } = object;
  const user_metadata = ownMetadata(object);
  return (
    <dl className={classes.facts}>
      {shownName(object.name).length > cutFrom && (
        <Fact name={t('name')}>
          <Name>{shownName(object.name)}</Name>
        </Fact>
      )}
      {size !== undefined && <Fact name={t('size')}>{formatSizeExact(size)}</Fact>}
      {content_type !== undefined && (
        <Fact name={t('type')}>
          <Name>{content_type}</Name>
        </Fact>
      )}
      {last_modified !== undefined && (
        <Fact name={t('modified')}>{formatDateTimeZone(last_modified)}</Fact>
      )}
      {etag !== undefined && <Fact name={t('etag')}>{etag.replaceAll('"', '')}</Fact>}
      {version_id !== undefined && version_id !== '' && (
        <Fact name={t('version')}>{version_id}</Fact>
      )}
      {tags !== undefined && Object.keys(tags).length > 0 && (
        <Fact name={t('tags')}>
          <Pairs pairs={tags} />
        </Fact>
      )}
      {user_metadata !== undefined && (
        <Fact name={t('metadata')}>
          {Object.keys(user_metadata).length > 0 ? <Pairs pairs={user_metadata} /> : t('none')}
        </Fact>
      )}
    </dl>
  );
}
