import { IconBucket } from '@tabler/icons-react';
import { useText } from '#web/lib/i18n/messages.ts';
import { RouterLink } from '#web/lib/router/router-link.tsx';
import { PageHeader } from '#web/ui/page-header.tsx';
import { bucketAdminText } from '../en.ts';
import classes from './admin-header.module.css';

/** The header line of a bucket's settings: the way from the buckets to this one. */
export function AdminHeader({ bucket }: { readonly bucket: string }) {
  const t = useText(bucketAdminText);
  return (
    <PageHeader
      title={bucket}
      heading={
        <nav className={classes.crumbs} aria-label={t('breadcrumb')}>
          <IconBucket className={classes.icon} size={18} stroke={1.6} aria-hidden />
          <ol className={classes.list}>
            <li>
              <RouterLink className={classes.link} to="/buckets">
                {t('buckets')}
              </RouterLink>
            </li>
            <li className={classes.current} aria-current="page" title={bucket}>
              <span className={classes.name}>{bucket}</span>
            </li>
          </ol>
        </nav>
      }
    />
  );
}
