import { Button } from '@mantine/core';
import type { Bucket } from '@stowage/contract/buckets';
import { IconSettings } from '@tabler/icons-react';
import { useSession } from '#web/entities/session/session.ts';
import { useText } from '#web/lib/i18n/messages.ts';
import { RouterLink } from '#web/lib/router/router-link.tsx';
import { PageHeader } from '#web/ui/page-header.tsx';
import { Tag } from '#web/ui/tag.tsx';
import { objectsText } from '../en.ts';
import { shownName } from '../model/browse-address.ts';
import classes from './browser-header.module.css';
import { PathCrumbs } from './path-crumbs.tsx';

interface BrowserHeaderProps {
  readonly bucket: string;
  readonly folder: string;
  readonly info: Bucket | undefined;
}

const adminPattern = '/buckets/:bucketName/admin';

/** The header line of the browser: the way to the folder, what is special about the bucket, its settings. */
export function BrowserHeader({ bucket, folder, info }: BrowserHeaderProps) {
  const t = useText(objectsText);
  const { pages } = useSession();
  const mayConfigure = info?.manage === true && pages.includes(adminPattern);
  return (
    <PageHeader
      title={folder === '' ? bucket : shownName(folder)}
      heading={<PathCrumbs bucket={bucket} folder={folder} />}
      actions={
        <>
          {info?.details?.locking && (
            <span className={classes.tag}>
              <Tag>{t('locked')}</Tag>
            </span>
          )}
          {info?.details?.versioning && (
            <span className={classes.tag}>
              <Tag tone="accent">{t('versioned')}</Tag>
            </span>
          )}
          {mayConfigure && (
            <Button
              component={RouterLink}
              to={`/buckets/${encodeURIComponent(bucket)}/admin`}
              variant="default"
              leftSection={<IconSettings size={16} stroke={1.6} aria-hidden />}
            >
              {t('configure')}
            </Button>
          )}
        </>
      }
    />
  );
}
