import type { ObjectDetail } from '@stowage/contract/object-detail';
import type { ReactNode } from 'react';
import { shownName } from '#web/entities/object/shown-name.ts';
import { formatDateTimeZone } from '#web/lib/format/dates.ts';
import { formatSizeExact } from '#web/lib/format/sizes.ts';
import { type Translate, useText } from '#web/lib/i18n/messages.ts';
import { visibleName } from '#web/lib/names/visible-name.ts';
import { CopyButton } from '#web/ui/copy-button.tsx';
import { Name } from '#web/ui/name.tsx';
import { objectDetailText } from '../en.ts';
import classes from './facts.module.css';

/** The header may truncate a longer name, so it is shown here in full. */
const cutFrom = 60;

interface FactProps {
  readonly name: string;
  readonly children: ReactNode;
}

/** A line in a list of properties; nothing if there is no value. */
export function Fact({ name, children }: FactProps) {
  if (children === undefined || children === '') return null;
  return (
    <>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </>
  );
}

function encryptionOf(
  { encryption, encryption_key: key }: Partial<ObjectDetail>,
  t: Translate<(typeof objectDetailText)['english']>,
): string | undefined {
  if (encryption === undefined || key === undefined) return encryption;
  return t('fact.encryptionWith', { algorithm: encryption, key });
}

/** The address used for the object by S3 tools. */
function S3Uri({ uri }: { readonly uri: string }) {
  const t = useText(objectDetailText);
  return (
    <div className={classes.uri}>
      <span className={classes.uriText} title={visibleName(uri)}>
        <Name>{uri}</Name>
      </span>
      <CopyButton value={uri} what={t('fact.s3Uri')} />
    </div>
  );
}

interface FactsProps {
  readonly bucket: string;
  readonly object: Partial<ObjectDetail> & { name: string };
}

/** The read-only properties of an object. */
export function Facts({ bucket, object }: FactsProps) {
  const t = useText(objectDetailText);
  const { size, content_type, etag, last_modified } = object;
  const name = shownName(object.name);
  return (
    <dl className={classes.facts}>
      <Fact name={t('fact.name')}>{name.length > cutFrom ? <Name>{name}</Name> : undefined}</Fact>
      <Fact name={t('fact.s3Uri')}>
        <S3Uri uri={`s3://${bucket}/${object.name}`} />
      </Fact>
      <Fact name={t('fact.size')}>{size === undefined ? undefined : formatSizeExact(size)}</Fact>
      <Fact name={t('fact.type')}>
        {content_type === undefined ? undefined : <Name>{content_type}</Name>}
      </Fact>
      <Fact name={t('fact.modified')}>
        {last_modified === undefined ? undefined : formatDateTimeZone(last_modified)}
      </Fact>
      <Fact name={t('fact.etag')}>{etag?.replaceAll('"', '')}</Fact>
      <Fact name={t('fact.version')}>{object.version_id}</Fact>
      <Fact name={t('fact.storageClass')}>{object.storage_class}</Fact>
      <Fact name={t('fact.encryption')}>{encryptionOf(object, t)}</Fact>
      <Fact name={t('fact.replication')}>{object.replication_status}</Fact>
    </dl>
  );
}
