import { Progress } from '@mantine/core';
import type { Bucket } from '@stowage/contract/buckets';
import { IconFolderOpen, IconSettings, IconTrash } from '@tabler/icons-react';
import { BucketTags } from '#web/entities/bucket/bucket-tags.tsx';
import { canDelete } from '#web/entities/bucket/deletion/deletion-ways.ts';
import { formatDate } from '#web/lib/format/dates.ts';
import { formatCount } from '#web/lib/format/numbers.ts';
import { formatSize } from '#web/lib/format/sizes.ts';
import { useText } from '#web/lib/i18n/messages.ts';
import { pagePath } from '#web/lib/router/page-path.ts';
import { RouterLink } from '#web/lib/router/router-link.tsx';
import { CheckBox } from '#web/ui/check-box.tsx';
import { type MenuAction, RowMenu } from '#web/ui/row-menu.tsx';
import { Tag } from '#web/ui/tag.tsx';
import { bucketsText } from '../en.ts';
import { accessLabel, quotaUse } from '../model/bucket-facts.ts';
import classes from './bucket-cards.module.css';

export interface BucketCardProps {
  readonly bucket: Bucket;
  /** Whether the checkbox before the name is checked; undefined for no checkbox. */
  readonly selected: boolean | undefined;
  readonly onToggle: (name: string) => void;
  readonly onDelete: (bucket: Bucket) => void;
  /** Whether this session can open the page behind Manage. */
  readonly adminPage: boolean;
}

function Usage({ bucket }: { readonly bucket: Bucket }) {
  const t = useText(bucketsText);
  const quota = quotaUse(bucket);
  if (bucket.size === undefined) {
    return <span className={classes.muted}>{t('usage.unknown')}</span>;
  }
  if (quota === undefined) return formatSize(bucket.size);
  return (
    <>
      {t('usage.ofQuota', { size: formatSize(bucket.size), limit: formatSize(quota.limit) })}
      <Progress
        className={classes.meter ?? ''}
        size={6}
        value={quota.share * 100}
        color={quota.tight ? 'orange' : 'accent'}
        aria-label={t('usage.share', { name: bucket.name })}
      />
    </>
  );
}

function Objects({ bucket }: { readonly bucket: Bucket }) {
  const t = useText(bucketsText);
  const { objects } = bucket;
  return (
    <div className={classes.objects}>
      {objects !== undefined && (
        <div className={classes.count}>
          {t('objects', { count: objects, formatted: formatCount(objects) })}
        </div>
      )}
      <div className={classes.tags}>
        <BucketTags bucket={bucket} />
      </div>
    </div>
  );
}

function CardMenu({ bucket, adminPage, onDelete }: Omit<BucketCardProps, 'selected' | 'onToggle'>) {
  const t = useText(bucketsText);
  const { name } = bucket;
  const actions: readonly (MenuAction | false)[] = [
    {
      id: 'browse',
      label: t('browse'),
      icon: <IconFolderOpen size={16} stroke={1.6} aria-hidden />,
      to: pagePath('objectBrowser', { bucketName: name }),
    },
    bucket.manage &&
      adminPage && {
        id: 'manage',
        label: t('manage'),
        icon: <IconSettings size={16} stroke={1.6} aria-hidden />,
        to: pagePath('bucketAdmin', { bucketName: name }),
      },
    canDelete(bucket) && {
      id: 'delete',
      label: t('delete'),
      icon: <IconTrash size={16} stroke={1.6} aria-hidden />,
      danger: true,
      onSelect: () => onDelete(bucket),
    },
  ];
  const allowed = actions.filter((action) => action !== false);
  return <RowMenu label={t('options', { name })} actions={allowed} />;
}

/** One bucket: name, creation, access, usage, notable properties, and links. */
export function BucketCard(props: BucketCardProps) {
  const { bucket, selected, onToggle, adminPage } = props;
  const t = useText(bucketsText);
  const { name } = bucket;
  const access = accessLabel(bucket);
  return (
    <div
      className={classes.card}
      data-selectable={selected !== undefined || undefined}
      data-selected={selected || undefined}
    >
      {selected !== undefined && (
        <span className={classes.check}>
          <CheckBox
            aria-label={t('select', { name })}
            checked={selected}
            onChange={() => onToggle(name)}
          />
        </span>
      )}
      <div className={classes.title}>
        <RouterLink className={classes.name} to={pagePath('objectBrowser', { bucketName: name })}>
          {name}
        </RouterLink>
        <div className={classes.muted}>
          {t('created', { date: formatDate(bucket.creation_date) })}
        </div>
      </div>
      <div className={classes.access}>
        {access !== '' && (
          <span title={t(`access.${access}`)}>
            <Tag>{access}</Tag>
          </span>
        )}
      </div>
      <div className={classes.usage}>
        <Usage bucket={bucket} />
      </div>
      <Objects bucket={bucket} />
      <div className={classes.actions}>
        <RouterLink
          className={classes.button}
          to={pagePath('objectBrowser', { bucketName: name })}
          aria-label={t('browseOf', { name })}
        >
          {t('browse')}
        </RouterLink>
        {bucket.manage && adminPage && (
          <RouterLink
            className={classes.button}
            to={pagePath('bucketAdmin', { bucketName: name })}
            aria-label={t('manageOf', { name })}
          >
            {t('manage')}
          </RouterLink>
        )}
        <CardMenu {...props} />
      </div>
    </div>
  );
}
