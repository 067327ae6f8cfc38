import { ActionIcon, CloseButton, Skeleton, Tabs } from '@mantine/core';
import { previewOf } from '@stowage/contract/preview';
import { IconArrowLeft } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Suspense, useEffect, useRef } from 'react';
import type { DetailParts, ObjectDetailProps } from '#web/entities/object/detail-parts.ts';
import { type DetailTab, objectAddress } from '#web/entities/object/object-address.ts';
import { objectQuery } from '#web/entities/object/object-query.ts';
import { shownName } from '#web/entities/object/shown-name.ts';
import { useText } from '#web/lib/i18n/messages.ts';
import { visibleName } from '#web/lib/names/visible-name.ts';
import { useSearch } from '#web/lib/router/navigation.ts';
import { CopyButton } from '#web/ui/copy-button.tsx';
import { ErrorState } from '#web/ui/error-state.tsx';
import { Name } from '#web/ui/name.tsx';
import { DetailActions } from './detail-actions.tsx';
import { Facts } from './details/facts.tsx';
import { objectDetailText } from './en.ts';
import classes from './object-detail.module.css';

interface Props extends ObjectDetailProps {
  readonly parts: DetailParts;
}

/** What is known of one object, beside its folder; at narrow width in its place. */
export function ObjectDetail(props: Props) {
  const { bucket, objectKey, parts, onClose, onDelete } = props;
  const t = useText(objectDetailText);
  const [{ tab }, changeAddress] = useSearch(objectAddress);
  const query = useQuery(objectQuery(bucket.name, objectKey));
  const { data: object } = query;
  const panel = useRef<HTMLElement>(null);
  /** Drawn only where the details stand alone. */
  const back = useRef<HTMLButtonElement>(null);
  const name = shownName(objectKey);
  const version = { bucket: bucket.name, key: objectKey, size: object?.size };
  const { Preview } = parts;
  const canPreview = previewOf(objectKey) !== undefined;

  // Where the details take the place of the folder, the focus goes along with every object.
  useEffect(() => {
    if (objectKey !== '' && back.current?.checkVisibility?.()) panel.current?.focus();
  }, [objectKey]);

  return (
    <section
      ref={panel}
      className={classes.panel}
      aria-label={t('label', { name })}
      tabIndex={-1}
      data-detail-wide={tab === 'details' ? undefined : true}
    >
      <div className={classes.head}>
        <ActionIcon
          ref={back}
          className={classes.back ?? ''}
          aria-label={t('back')}
          onClick={onClose}
        >
          <IconArrowLeft size={18} stroke={1.6} aria-hidden />
        </ActionIcon>
        <h2 className={classes.name} title={visibleName(name)}>
          <Name>{name}</Name>
        </h2>
        <CopyButton value={objectKey} what={t('key')} />
        <CloseButton className={classes.close ?? ''} aria-label={t('close')} onClick={onClose} />
      </div>
      <DetailActions bucket={bucket} version={version} parts={parts} onDelete={onDelete} />
      <Tabs
        value={tab}
        onChange={(value) => changeAddress({ tab: value as DetailTab }, { replace: false })}
        keepMounted={false}
      >
        <Tabs.List className={classes.tabs ?? ''}>
          <Tabs.Tab value="details">{t('tab.details')}</Tabs.Tab>
          {Preview !== undefined && (
            <Tabs.Tab value="preview" disabled={!canPreview}>
              {t('tab.preview')}
            </Tabs.Tab>
          )}
        </Tabs.List>
        <Tabs.Panel value="details">
          {query.isError && (
            <ErrorState
              title={t('failed')}
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
        </Tabs.Panel>
        {Preview !== undefined && canPreview && (
          <Tabs.Panel value="preview">
            <Suspense>
              <Preview version={version} />
            </Suspense>
          </Tabs.Panel>
        )}
      </Tabs>
    </section>
  );
}
