import { Modal } from '@mantine/core';
import type { ObjectVersion } from '#web/entities/object/detail-parts.ts';
import { shownName } from '#web/entities/object/shown-name.ts';
import { useText } from '#web/lib/i18n/messages.ts';
import { Name } from '#web/ui/name.tsx';
import type { DialogFrame } from '#web/ui/use-dialog.ts';
import { useOpener } from '#web/ui/use-opener.ts';
import { objectPreviewText } from './en.ts';
import classes from './preview.module.css';
import { Preview } from './preview.tsx';

interface PreviewDialogProps extends DialogFrame {
  readonly version: ObjectVersion;
}

/** The preview of an object on top of its list. */
export function PreviewDialog({ version, opened, onClose, onExited }: PreviewDialogProps) {
  const t = useText(objectPreviewText);
  const { dialog, giveFocusBack } = useOpener(opened);
  return (
    <Modal
      ref={dialog}
      opened={opened}
      onClose={onClose}
      onExitTransitionEnd={() => {
        giveFocusBack();
        onExited();
      }}
      title={t('title')}
      size="xl"
      classNames={{ title: classes.title ?? '' }}
      centered
      closeButtonProps={{ 'aria-label': t('close') }}
    >
      <p className={classes.name}>
        <Name>{shownName(version.key)}</Name>
      </p>
      <Preview version={version} />
    </Modal>
  );
}
