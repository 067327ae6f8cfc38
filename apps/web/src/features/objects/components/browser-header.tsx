import type { Bucket } from '@stowage/contract/buckets';
import { ROUTES } from '@stowage/contract/pages';
import { IconSettings } from '@tabler/icons-react';
import { BucketTags } from '#web/entities/bucket/bucket-tags.tsx';
import { shownName } from '#web/entities/object/shown-name.ts';
import { useSession } from '#web/entities/session/session.ts';
import { useText } from '#web/lib/i18n/messages.ts';
import { pagePath } from '#web/lib/router/page-path.ts';
import { HeaderButton } from '#web/ui/header-button.tsx';
import { PageHeader } from '#web/ui/page-header.tsx';
import { objectsText } from '../en.ts';
import classes from './browser-header.module.css';
import { PathHeading } from './path-heading.tsx';

interface BrowserHeaderProps {
  readonly bucket: string;
  readonly folder: string;
  readonly info: Bucket | undefined;
  /** Key of the object whose details are open, for the browser tab's title. */
  readonly object?: string | undefined;
  /** Query parameters preserved in links to other folders. */
  readonly query?: string;
}

/** The header line of the browser: breadcrumb, the bucket's notable properties, its settings. */
export function BrowserHeader({ bucket, folder, info, object, query }: BrowserHeaderProps) {
  const t = useText(objectsText);
  const { pages } = useSession();
  const place = object ?? folder;
  const canConfigure = info?.manage === true && pages.includes(ROUTES.bucketAdmin.pattern);
  return (
    <PageHeader
      title={folder === '' ? bucket : shownName(folder)}
      documentTitle={place === '' ? bucket : `${shownName(place)} · ${bucket}`}
      heading={<PathHeading bucket={bucket} folder={folder} query={query} />}
      actions={
        <>
          {info && (
            <span className={classes.tags}>
              <BucketTags bucket={info} />
            </span>
          )}
          {canConfigure && (
            <HeaderButton
              icon={<IconSettings size={16} stroke={1.6} aria-hidden />}
              label={t('configure')}
              to={pagePath('bucketAdmin', { bucketName: bucket })}
            />
          )}
        </>
      }
    />
  );
}
