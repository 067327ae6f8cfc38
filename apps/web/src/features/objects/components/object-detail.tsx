import { ActionIcon, Button, CloseButton, Skeleton } from '@mantine/core';
import type { StoredObject } from '@stowage/contract/objects';
import { IconArrowLeft, IconDownload, IconTrash } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useEffect, useRef } from 'react';
import { formatDateTimeZone } from '#web/lib/format/dates.ts';
import { formatSizeExact } from '#web/lib/format/sizes.ts';
import { useText } from '#web/lib/i18n/messages.ts';
import { visibleName } from '#web/lib/names/visible-name.ts';
import { CopyButton } from '#web/ui/copy-button.tsx';
import { ErrorState } from '#web/ui/error-state.tsx';
import { Name } from '#web/ui/name.tsx';
import { Tag } from '#web/ui/tag.tsx';
import { downloadUrl } from '../api/download-url.ts';
import { objectQuery } from '../api/find-object.ts';
import { objectsText } from '../en.ts';
import { shownName } from '../model/folders.ts';
import type { ObjectAbilities } from '../model/object-abilities.ts';
import classes from './object-detail.module.css';
import { useDownload } from './use-download.ts';

interface ObjectDetailProps {
  readonly bucket: string;
  readonly objectKey: string;
  readonly abilities: ObjectAbilities;
  readonly onClose: () => void;
  readonly onDelete: (key: string) => void;
}

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

function Facts({ object }: { readonly object: StoredObject }) {
  const t = useText(objectsText);
  const { size, content_type, etag, last_modified, version_id, tags } = object;
  const user_metadata = ownMetadata(object);
  return (
    <dl className={classes.facts}>
      {shownName(object.name).length > cutFrom && (
        <Fact name={t('detail.name')}>
          <Name>{shownName(object.name)}</Name>
        </Fact>
      )}
      {size !== undefined && <Fact name={t('detail.size')}>{formatSizeExact(size)}</Fact>}
      {content_type !== undefined && (
        <Fact name={t('detail.type')}>
          <Name>{content_type}</Name>
        </Fact>
      )}
      {last_modified !== undefined && (
        <Fact name={t('detail.modified')}>{formatDateTimeZone(last_modified)}</Fact>
      )}
      {etag !== undefined && <Fact name={t('detail.etag')}>{etag.replaceAll('"', '')}</Fact>}
      {version_id !== undefined && version_id !== '' && (
        <Fact name={t('detail.version')}>{version_id}</Fact>
      )}
      {tags !== undefined && Object.keys(tags).length > 0 && (
        <Fact name={t('detail.tags')}>
          <Pairs pairs={tags} />
        </Fact>
      )}
      {user_metadata !== undefined && (
        <Fact name={t('detail.metadata')}>
          {Object.keys(user_metadata).length > 0 ? (
            <Pairs pairs={user_metadata} />
          ) : (
            t('detail.none')
          )}
        </Fact>
      )}
    </dl>
  );
}

/** What is known of one object, beside its folder; at narrow width in its place. */
export function ObjectDetail(props: ObjectDetailProps) {
  const { bucket, objectKey, abilities, onClose, onDelete } = props;
  const t = useText(objectsText);
  const query = useQuery(objectQuery(bucket, objectKey));
  const { data: object } = query;
  const download = useDownload(bucket);
  const panel = useRef<HTMLElement>(null);
  /** Drawn only where the details stand alone. */
  const back = useRef<HTMLButtonElement>(null);
  const name = shownName(objectKey);

  // Where the details take the place of the folder, the focus goes along with every object.
  useEffect(() => {
    if (objectKey !== '' && back.current?.checkVisibility?.()) panel.current?.focus();
  }, [objectKey]);

  return (
    <section
      ref={panel}
      className={classes.panel}
      aria-label={t('detail.label', { name })}
      tabIndex={-1}
    >
      <div className={classes.head}>
        <ActionIcon
          ref={back}
          className={classes.back ?? ''}
          aria-label={t('detail.back')}
          onClick={onClose}
        >
          <IconArrowLeft size={18} stroke={1.6} aria-hidden />
        </ActionIcon>
        <h2 className={classes.name} title={visibleName(name)}>
          <Name>{name}</Name>
        </h2>
        <CopyButton value={objectKey} what={t('detail.key')} />
        <CloseButton
          className={classes.close ?? ''}
          aria-label={t('detail.close')}
          onClick={onClose}
        />
      </div>
      <div className={classes.actions}>
        {abilities.download && (
          <Button
            component="a"
            href={downloadUrl(bucket, objectKey)}
            download
            size="compact-md"
            leftSection={<IconDownload size={16} stroke={1.6} aria-hidden />}
            onClick={(event) => {
              event.preventDefault();
              download({ key: objectKey, size: object?.size });
            }}
          >
            {t('action.download')}
          </Button>
        )}
        {abilities.delete && (
          <Button
            size="compact-md"
            variant="subtle"
            color="red"
            leftSection={<IconTrash size={16} stroke={1.6} aria-hidden />}
            onClick={() => onDelete(objectKey)}
          >
            {t('action.delete')}
          </Button>
        )}
      </div>
      {query.isError && (
        <ErrorState
          title={t('detail.failed')}
          error={query.error}
          retrying={query.isFetching}
          onRetry={() => void query.refetch()}
        />
      )}
      {object ? (
        <Facts object={object} />
      ) : (
        query.isPending && <Skeleton height={120} radius="sm" />
      )}
    </section>
  );
}
