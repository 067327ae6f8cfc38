import { TextInput } from '@mantine/core';
import { useText } from '#web/lib/i18n/messages.ts';
import { useDraftForm } from '#web/ui/form/draft-form.ts';
import { FormDialog } from '#web/ui/form-dialog.tsx';
import type { DialogFrame } from '#web/ui/use-dialog.ts';
import { objectsText } from '../en.ts';
import { newFolder, newPathError } from '../model/new-path.ts';

interface NewPathDialogProps extends DialogFrame {
  readonly bucket: string;
  readonly folder: string;
  /** Opens a folder that may not exist yet. */
  readonly onOpen: (folder: string) => void;
}

/** Selects a path to open; it is created by the first upload. */
export function NewPathDialog({ bucket, folder, onOpen, ...frame }: NewPathDialogProps) {
  const t = useText(objectsText);
  const form = useDraftForm({
    state: '',
    valuesOf: (path) => ({ path }),
    errorsOf: ({ path }) => {
      const error = newPathError(folder, path);
      return { path: error && t(`newPath.${error}`) };
    },
  });
  return (
    <FormDialog
      {...frame}
      title={t('newPath.title')}
      submitLabel={t('newPath.submit')}
      form={form}
      onSubmit={() => {
        frame.onClose();
        onOpen(newFolder(folder, form.values.path));
      }}
    >
      <div>{t('newPath.here', { place: `${bucket}/${folder}` })}</div>
      <TextInput
        label={t('newPath.label')}
        description={t('newPath.hint')}
        autoComplete="off"
        spellCheck={false}
        data-autofocus
        {...form.input('path')}
      />
    </FormDialog>
  );
}
