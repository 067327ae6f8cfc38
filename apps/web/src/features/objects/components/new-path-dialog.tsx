import { TextInput } from '@mantine/core';
import { useState } from 'react';
import { useText } from '#web/lib/i18n/messages.ts';
import { FormDialog } from '#web/ui/form-dialog.tsx';
import { objectsText } from '../en.ts';
import { newFolder, newPathFault } from '../model/new-path.ts';

interface NewPathDialogProps {
  readonly opened: boolean;
  readonly bucket: string;
  readonly folder: string;
  readonly onClose: () => void;
  /** Opens a folder that may not exist yet. */
  readonly onOpen: (folder: string) => void;
}

/** Chooses a path to open; it becomes real with the first upload (decision 29). */
export function NewPathDialog({ opened, bucket, folder, onClose, onOpen }: NewPathDialogProps) {
  const t = useText(objectsText);
  const [typed, setTyped] = useState('');
  const [touched, setTouched] = useState(false);
  const fault = newPathFault(folder, typed);
  const close = () => {
    setTyped('');
    setTouched(false);
    onClose();
  };
  return (
    <FormDialog
      opened={opened}
      onClose={close}
      title={t('newPath.title')}
      submitLabel={t('newPath.submit')}
      canSubmit={fault === undefined}
      onSubmit={() => {
        const path = newFolder(folder, typed);
        close();
        onOpen(path);
      }}
    >
      <div>{t('newPath.here', { place: `${bucket}/${folder}` })}</div>
      <TextInput
        label={t('newPath.label')}
        description={t('newPath.hint')}
        value={typed}
        autoComplete="off"
        spellCheck={false}
        data-autofocus
        error={touched && fault && t(`newPath.${fault}`)}
        onChange={(event) => {
          setTyped(event.currentTarget.value);
          setTouched(true);
        }}
      />
    </FormDialog>
  );
}
