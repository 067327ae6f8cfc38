import { Button, Group, Modal, Stack } from '@mantine/core';
import { type ReactNode, type SubmitEvent, useEffect } from 'react';
import { ApiError } from '#web/lib/api/api-error.ts';
import { setClientState, useClientState } from '#web/lib/client-state/client-state.ts';
import { useText } from '#web/lib/i18n/messages.ts';
import { BusyBar } from './busy-bar.tsx';
import { uiText } from './en.ts';
import { ErrorBanner } from './error-banner.tsx';
import classes from './form-dialog.module.css';

interface FormDialogProps {
  readonly opened: boolean;
  readonly onClose: () => void;
  readonly title: string;
  readonly submitLabel: string;
  readonly onSubmit: () => void;
  /** Whether what was entered may be sent. */
  readonly canSubmit?: boolean;
  /** Locks the form and shows that it is being sent. */
  readonly busy?: boolean;
  /** Red submit button: data dies. */
  readonly danger?: boolean;
  /** In place of Cancel, where nothing is left to be cancelled. */
  readonly cancelLabel?: string;
  /** Above the buttons, in view whatever is scrolled: what to know before going on. */
  readonly notice?: ReactNode;
  /** Left of the buttons, such as Clear. */
  readonly secondary?: ReactNode;
  /** The failure of the last attempt. When somebody else was faster, the banner offers `onReload`. */
  readonly failure?: Error | null;
  /** Loads the new state into the form. */
  readonly onReload?: (() => void) | undefined;
  readonly size?: 'sm' | 'md' | 'lg' | 'xl';
  /** When the dialog has gone and the focus is back where it was, if that is still there. */
  readonly onExited?: (() => void) | undefined;
  readonly children: ReactNode;
}

function clearModalError(): void {
  setClientState({ modalErrorMessage: null });
}

function isConflict(error: Error | null | undefined): boolean {
  if (!(error instanceof ApiError)) return false;
  return error.code === 'ChangedMeanwhile' || error.code === 'NotFound';
}

/**
 * The frame of a dialog with a form: title, fields, Cancel and submit, and its
 * own banner for the failure of a mutation whose meta says `errors: 'dialog'`.
 */
export function FormDialog(props: FormDialogProps) {
  const { opened, onClose, title, submitLabel, onSubmit, secondary, children } = props;
  const { canSubmit = true, busy = false, danger = false, size = 'md' } = props;
  const t = useText(uiText);
  const error = useClientState('modalErrorMessage');
  const { failure, onReload } = props;

  useEffect(() => {
    if (opened) return clearModalError;
  }, [opened]);

  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (!canSubmit || busy) return;
    clearModalError();
    onSubmit();
  };

  return (
    <Modal
      opened={opened}
      onClose={onClose}
      title={title}
      size={size}
      radius="md"
      padding={20}
      centered
      closeOnEscape={!busy}
      closeOnClickOutside={false}
      closeButtonProps={{ 'aria-label': t('close'), disabled: busy }}
      transitionProps={{ transition: 'pop', duration: 120 }}
      {...(props.onExited === undefined ? {} : { onExitTransitionEnd: props.onExited })}
      classNames={{
        title: classes.title ?? '',
        header: classes.header ?? '',
        content: classes.content ?? '',
      }}
    >
      {busy && <BusyBar className={classes.progress} label={t('loading')} />}
      <form onSubmit={submit} noValidate>
        <Stack gap="lg">
          {error !== null && (
            <ErrorBanner
              key={`${error.errorMessage} ${error.detailedError}`}
              inView
              unfolded
              message={error.errorMessage}
              detail={error.detailedError}
              action={
                onReload !== undefined && isConflict(failure) ? (
                  <Button
                    size="xs"
                    variant="default"
                    onClick={() => {
                      clearModalError();
                      onReload();
                    }}
                  >
                    {t('loadNewState')}
                  </Button>
                ) : undefined
              }
              onClose={clearModalError}
            />
          )}
          <fieldset className={classes.fields} disabled={busy}>
            <Stack gap="lg">{children}</Stack>
          </fieldset>
          <div className={classes.footer}>
            {props.notice}
            <Group justify="flex-end" gap="sm">
              {secondary !== undefined && <div className={classes.secondary}>{secondary}</div>}
              <Button variant="default" onClick={onClose} disabled={busy}>
                {props.cancelLabel ?? t('cancel')}
              </Button>
              <Button
                type="submit"
                color={danger ? 'red' : 'accent'}
                disabled={!canSubmit}
                loading={busy}
              >
                {submitLabel}
              </Button>
            </Group>
          </div>
        </Stack>
      </form>
    </Modal>
  );
}
