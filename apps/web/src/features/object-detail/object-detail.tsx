import { ActionIcon, CloseButton, Tabs } from '@mantine/core';
import { previewOf } from '@stowage/contract/preview';
import { IconArrowLeft } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, type RefObject, Suspense, useEffect, useRef } from 'react';
import type { DetailParts, ObjectDetailProps } from '#web/entities/object/detail-parts.ts';
import { type DetailTab, objectAddress } from '#web/entities/object/object-address.ts';
import { objectQuery } from '#web/entities/object/object-query.ts';
import { shownName } from '#web/entities/object/shown-name.ts';
import { useText } from '#web/lib/i18n/messages.ts';
import { visibleName } from '#web/lib/names/visible-name.ts';
import { useSearch } from '#web/lib/router/navigation.ts';
import { CopyButton } from '#web/ui/copy-button.tsx';
import { refusedFor } from '#web/ui/form/form.tsx';
import { Name } from '#web/ui/name.tsx';
import { TabList } from '#web/ui/tab-list.tsx';
import { detailQuery } from './api.ts';
import { DetailActions } from './detail-actions.tsx';
import { DetailState } from './detail-state.tsx';
import { DetailsTab } from './details/details-tab.tsx';
import { objectDetailText } from './en.ts';
import { isVersioned } from './model/detail-view.ts';
import classes from './object-detail.module.css';
import { VersionNotice } from './version-notice.tsx';
import { VersionsTab } from './versions/versions-tab.tsx';

interface DetailHeadProps {
  readonly objectKey: string;
  readonly back: RefObject<HTMLButtonElement | null>;
  readonly onClose: () => void;
}

function DetailHead({ objectKey, back, onClose }: DetailHeadProps) {
  const t = useText(objectDetailText);
  const name = shownName(objectKey);
  return (
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
  );
}

interface DetailTabsProps {
  readonly tab: DetailTab;
  readonly onTab: (tab: DetailTab) => void;
  /** Why a tab cannot be opened; undefined if it can. */
  readonly refusals: Readonly<Partial<Record<DetailTab, string>>>;
  /** The content of each tab; tabs without content are left out. */
  readonly content: Readonly<Partial<Record<DetailTab, ReactNode>>>;
}

function DetailTabs({ tab, onTab, refusals, content }: DetailTabsProps) {
  const t = useText(objectDetailText);
  const tabs = Object.keys(content) as DetailTab[];
  return (
    <Tabs
      value={tab}
      onChange={(value) => {
        const chosen = value as DetailTab;
        if (refusals[chosen] === undefined) onTab(chosen);
      }}
      keepMounted={false}
    >
      <TabList value={tab}>
        {tabs.map((name) => (
          <Tabs.Tab key={name} value={name} {...refusedFor(refusals[name])}>
            {t(`tab.${name}`)}
          </Tabs.Tab>
        ))}
      </TabList>
      {tabs.map((name) => (
        <Tabs.Panel key={name} value={name}>
          {content[name]}
        </Tabs.Panel>
      ))}
    </Tabs>
  );
}

/** Moves the focus with every object when the details replace the folder. */
function useFocusAlong(objectKey: string) {
  const panel = useRef<HTMLElement>(null);
  /** Only visible when the details are shown without the folder. */
  const back = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    if (objectKey !== '' && back.current?.checkVisibility?.()) panel.current?.focus();
  }, [objectKey]);
  return { panel, back };
}

interface Props extends ObjectDetailProps {
  readonly parts: DetailParts;
}

/** An object's details, shown next to its folder; its versions or preview replace them. */
export function ObjectDetail({ bucket, objectKey, parts, onClose, onDelete }: Props) {
  const t = useText(objectDetailText);
  const [address, changeAddress] = useSearch(objectAddress);
  const { panel, back } = useFocusAlong(objectKey);
  const versionId = address.version || undefined;
  const named = { bucket: bucket.name, key: objectKey, versionId };
  const listed = useQuery(objectQuery(bucket.name, objectKey));
  const query = useQuery(detailQuery(named));
  const { data: detail } = query;
  const version = { ...named, size: detail?.size ?? listed.data?.size };

  const open = (change: Partial<typeof address>) => changeAddress(change, { replace: false });
  const showCurrent = () => open({ version: '', tab: 'details' });
  const showVersions = () => open({ version: '', tab: 'versions' });
  const versioned = isVersioned(bucket, detail ?? listed.data ?? undefined);
  const isMarker = detail?.is_delete_marker === true;
  const canPreview = previewOf(objectKey) !== undefined && !isMarker;
  // An address may request a preview that does not exist: the tab then says why.
  const wanted = { details: true, versions: versioned, preview: !isMarker }[address.tab];
  const tab = wanted && (address.tab !== 'preview' || parts.Preview) ? address.tab : 'details';
  const { Preview } = parts;

  const details = detail ? (
    <DetailsTab
      bucket={bucket}
      version={version}
      detail={detail}
      reload={async () => (await query.refetch()).data}
    />
  ) : (
    <DetailState
      bucket={bucket.name}
      query={query}
      listed={listed.data}
      onBack={onClose}
      onCurrent={showCurrent}
    />
  );
  return (
    <section
      ref={panel}
      className={classes.panel}
      aria-label={t('label', { name: shownName(objectKey) })}
      tabIndex={-1}
      data-detail-wide={tab === 'details' ? undefined : true}
    >
      <DetailHead objectKey={objectKey} back={back} onClose={onClose} />
      {detail && (
        <VersionNotice detail={detail} onCurrent={showCurrent} onVersions={showVersions} />
      )}
      {!isMarker && (
        <DetailActions
          bucket={bucket}
          version={version}
          detail={detail}
          parts={parts}
          onDelete={onDelete}
          onVersionDeleted={showVersions}
        />
      )}
      <DetailTabs
        tab={tab}
        onTab={(next) => open({ tab: next })}
        refusals={{
          ...(!versioned && { versions: t('noVersions') }),
          ...(!canPreview && { preview: t('noPreview') }),
        }}
        content={{
          details,
          versions: <VersionsTab bucket={bucket} objectKey={objectKey} parts={parts} />,
          ...(Preview !== undefined && {
            preview: (
              <Suspense>
                <Preview version={version} />
              </Suspense>
            ),
          }),
        }}
      />
    </section>
  );
}
