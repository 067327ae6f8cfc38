import { Portal } from '@mantine/core';
import { IconUpload } from '@tabler/icons-react';
import { useText } from '#web/lib/i18n/messages.ts';
import { objectsText } from '../en.ts';
import classes from './drop-overlay.module.css';

/** Covers the page while files are dragged over it, and says where they would go. */
export function DropOverlay({ place }: { readonly place: string }) {
  const t = useText(objectsText);
  return (
    <Portal>
      <div className={classes.overlay} role="status">
        <div className={classes.box}>
          <IconUpload size={28} stroke={1.6} aria-hidden />
          <strong>{t('upload.drop')}</strong>
          <span className={classes.place}>{t('upload.target', { place })}</span>
        </div>
      </div>
    </Portal>
  );
}
