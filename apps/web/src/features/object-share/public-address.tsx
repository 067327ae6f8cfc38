import { useQuery } from '@tanstack/react-query';
import type { ObjectVersion } from '#web/entities/object/detail-parts.ts';
import { useText } from '#web/lib/i18n/messages.ts';
import { CopyButton } from '#web/ui/copy-button.tsx';
import { publicAddressQuery } from './api.ts';
import { objectShareText } from './en.ts';
import classes from './share-dialog.module.css';

/** The public address of an object that anonymous users can read; nothing for other objects. */
export function PublicAddress({ version }: { readonly version: ObjectVersion }) {
  const t = useText(objectShareText);
  const url = useQuery(publicAddressQuery(version)).data?.url;
  if (url === undefined) return null;
  return (
    <section className={classes.public} aria-label={t('public.title')}>
      <p className={classes.object}>{t('public.title')}</p>
      <p className={classes.text}>{t('public.text')}</p>
      <div className={classes.address}>
        <code>{url}</code>
        <CopyButton value={url} what={t('public.copy')} />
      </div>
    </section>
  );
}
