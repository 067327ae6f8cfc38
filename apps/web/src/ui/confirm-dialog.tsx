import { TextInput } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { useText } from '#web/lib/i18n/messages.ts';
import { visibleName } from '#web/lib/names/visible-name.ts';
import { uiText } from './en.ts';
import { FormDialog } from './form-dialog.tsx';

interface ConfirmDialogProps {
  readonly opened: boolean;
  readonly onClose: () => void;
  readonly title: string;
  readonly confirmLabel: string;
  readonly onConfirm: () => void;
  readonly busy?: boolean;
  readonly danger?: boolean;
  /** If data is lost: the name that has to be typed to enable the button. */
  readonly typedName?: string | undefined;
  readonly onReload?: (() => void) | undefined;
  readonly onExited?: (() => void) | undefined;
  /** While running and cancellable: the progress, in place of the question. */
  readonly progress?: { readonly content: ReactNode; readonly onStop: () => void } | undefined;
  /** The consequences, in a sentence. */
  readonly children: ReactNode;
}

/** Asks before an action; its name has to be typed if `typedName` is set. */
export function ConfirmDialog(props: ConfirmDialogProps) {
  const { opened, onClose, title, confirmLabel, onConfirm, typedName, progress, children } = props;
  const { busy = false, danger = true } = props;
  const t = useText(uiText);
  const [typed, setTyped] = useState('');
  const [wasOpened, setWasOpened] = useState(opened);
  if (opened !== wasOpened) {
    // Text typed for one subject must not remain for the next.
    setWasOpened(opened);
    setTyped('');
  }
  if (progress !== undefined) {
    return (
      <FormDialog
        opened={opened}
        onClose={progress.onStop}
        title={title}
        submitLabel={t('stop')}
        onSubmit={progress.onStop}
      >
        {progress.content}
      </FormDialog>
    );
  }
  // A name with hidden characters can be typed as displayed.
  const confirmed =
    typedName === undefined || typed === typedName || typed === visibleName(typedName);
  return (
    <FormDialog
      opened={opened}
      onClose={onClose}
      title={title}
      submitLabel={confirmLabel}
      onSubmit={onConfirm}
      missing={confirmed ? undefined : t('typeName', { name: typedName })}
      busy={busy}
      danger={danger}
      onExited={props.onExited}
      onReload={props.onReload}
    >
      <div>{children}</div>
      {typedName !== undefined && (
        <TextInput
          label={t('typeName', { name: typedName })}
          value={typed}
          onChange={(event) => setTyped(event.currentTarget.value)}
          autoComplete="off"
          data-autofocus
        />
      )}
    </FormDialog>
  );
}
