import { ActionIcon, Button, Menu, Progress } from '@mantine/core';
import type { Bucket } from '@stowage/contract/buckets';
import { IconDots, IconFolderOpen, IconSettings, IconTrash } from '@tabler/icons-react';
import { formatDate } from '#web/lib/format/dates.ts';
import { formatCount } from '#web/lib/format/numbers.ts';
import { formatSize } from '#web/lib/format/sizes.ts';
import { useText } from '#web/lib/i18n/messages.ts';
import { RouterLink } from '#web/lib/router/router-link.tsx';
import { Tag } from '#web/ui/tag.tsx';
import { bucketsText } from '../en.ts';
import { accessLabel, bucketTags, mayDelete, quotaUse } from '../model/bucket-facts.ts';
import classes from './bucket-cards.module.css';

export interface BucketCardProps {
  readonly bucket: Bucket;
  /** Whether a checkbox stands before the name, and is checked; undefined without one. */
  readonly selected: boolean | undefined;
  readonly onToggle: (name: string) => void;
  readonly onDelete: (name: string) => void;
  /** Whether the page behind Manage is open to this session. */
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
  const [tag] = bucketTags(bucket);
  const { objects } = bucket;
  return (
    <div className={classes.objects}>
      {objects !== undefined && (
        <div>{t('objects', { count: objects, formatted: formatCount(objects) })}</div>
      )}
      {tag !== undefined && (
        <Tag tone={tag === 'public' ? 'warning' : 'neutral'}>{t(`tag.${tag}`)}</Tag>
      )}
    </div>
  );
}

function CardMenu({ bucket, adminPage, onDelete }: Omit<BucketCardProps, 'selected' | 'onToggle'>) {
  const t = useText(bucketsText);
  const { name } = bucket;
  const path = `/buckets/${encodeURIComponent(name)}`;
  return (
    <Menu position="bottom-end" transitionProps={{ duration: 120 }}>
      <Menu.Target>
        <ActionIcon size={28} aria-label={t('options', { name })}>
          <IconDots size={18} stroke={1.6} aria-hidden />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item
          component={RouterLink}
          to={`${path}/browse`}
          leftSection={<IconFolderOpen size={16} stroke={1.6} />}
        >
          {t('browse')}
        </Menu.Item>
        {bucket.manage && adminPage && (
          <Menu.Item
            component={RouterLink}
            to={`${path}/admin`}
            leftSection={<IconSettings size={16} stroke={1.6} />}
          >
            {t('manage')}
          </Menu.Item>
        )}
        {mayDelete(bucket) && (
          <Menu.Item
            color="red"
            leftSection={<IconTrash size={16} stroke={1.6} />}
            onClick={() => onDelete(name)}
          >
            {t('delete.action')}
          </Menu.Item>
        )}
      </Menu.Dropdown>
    </Menu>
  );
}

/** One bucket: name, creation, access, usage, what is special about it, and where to go from it. */
export function BucketCard(props: BucketCardProps) {
  const { bucket, selected, onToggle, adminPage } = props;
  const t = useText(bucketsText);
  const { name } = bucket;
  const path = `/buckets/${encodeURIComponent(name)}`;
  const access = accessLabel(bucket);
  return (
    <div className={classes.card} data-selected={selected || undefined}>
      {selected !== undefined && (
        <input
          className={classes.check}
          type="checkbox"
          aria-label={t('select', { name })}
          checked={selected}
          onChange={() => onToggle(name)}
        />
      )}
      <div className={classes.title}>
        <RouterLink className={classes.name} to={`${path}/browse`}>
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
        <Button
          className={classes.wide ?? ''}
          component={RouterLink}
          to={`${path}/browse`}
          size="compact-sm"
          variant="default"
          aria-label={t('browseOf', { name })}
        >
          {t('browse')}
        </Button>
        {bucket.manage && adminPage && (
          <Button
            className={classes.wide ?? ''}
            component={RouterLink}
            to={`${path}/admin`}
            size="compact-sm"
            variant="default"
            aria-label={t('manageOf', { name })}
          >
            {t('manage')}
          </Button>
        )}
        <CardMenu {...props} />
      </div>
    </div>
  );
}
