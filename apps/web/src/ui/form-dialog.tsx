import { Button, Group, Modal, Stack } from '@mantine/core';
import { type ReactNode, useEffect, useRef } from 'react';
import { setClientState, useClientState } from '#web/lib/client-state/client-state.ts';
import { useText } from '#web/lib/i18n/messages.ts';
import { useOnline } from '#web/lib/query-client/online.ts';
import { BusyBar } from './busy-bar.tsx';
import { uiText } from './en.ts';
import { ErrorBanner } from './error-banner.tsx';
import type { FormControl } from './form/draft-form.ts';
import { Form, SubmitButton } from './form/form.tsx';
import { useUnsavedGuard } from './form/unsaved-guard.ts';
import classes from './form-dialog.module.css';
import { useOpener } from './use-opener.ts';
import { WarningNote } from './warning-note.tsx';
import { WhyDenied } from './why-denied.tsx';

interface FormDialogProps {
  readonly opened: boolean;
  readonly onClose: () => void;
  readonly title: string;
  readonly submitLabel: string;
  /** Called when nothing is wrong with the form. */
  readonly onSubmit: () => void;
  /** Whether submitting sends what was entered; a step of a wizard only goes on. */
  readonly sends?: boolean;
  /** What was entered: it is checked before it is sent, and not left by mistake. */
  readonly form?: FormControl;
  /** Of a dialog without a form: why it cannot be sent. */
  readonly missing?: string | undefined;
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
  /** Loads the new state into the form; offered when somebody else was faster. */
  readonly onReload?: (() => void) | undefined;
  readonly size?: 'sm' | 'md' | 'lg' | 'xl';
  /** When the dialog has gone and the focus is back where it was, if that is still there. */
  readonly onExited?: (() => void) | undefined;
  readonly children: ReactNode;
}

function clearFailure(): void {
  setClientState({ modalErrorMessage: null });
}

/** The failure of the open dialog's last attempt; the field that it is about says it as well. */
function useDialogFailure(opened: boolean, form: FormControl | undefined) {
  const failure = useClientState('modalErrorMessage');
  useEffect(() => {
    if (opened) return clearFailure;
  }, [opened]);
  const told = useRef(failure);
  useEffect(() => {
    // Once: what is typed into the field then takes it away again.
    if (told.current === failure) return;
    told.current = failure;
    if (failure?.field === undefined) return;
    form?.refuse(failure.field, failure.detailedError || failure.errorMessage);
  });
  return opened ? failure : null;
}

function FailureBanner({ onReload }: Pick<FormDialogProps, 'onReload'>) {
  const t = useText(uiText);
  const failure = useClientState('modalErrorMessage');
  if (failure === null) return null;
  const outdated = failure.code === 'ChangedMeanwhile' || failure.code === 'NotFound';
  const reload = () => {
    clearFailure();
    onReload?.();
  };
  return (
    <ErrorBanner
      key={`${failure.errorMessage} ${failure.detailedError}`}
      inView
      unfolded
      message={failure.errorMessage}
      detail={failure.detailedError}
      action={
        onReload !== undefined && outdated ? (
          <Button size="xs" variant="default" onClick={reload}>
            {t('loadNewState')}
          </Button>
        ) : (
          failure.denied && <WhyDenied denied={failure.denied} />
        )
      }
      onClose={clearFailure}
    />
  );
}

interface UnsavedQuestionProps {
  readonly stay: () => void;
  readonly discard: () => void;
}

/** In place of the buttons of a form that somebody is about to leave. */
export function UnsavedQuestion({ stay, discard }: UnsavedQuestionProps) {
  const t = useText(uiText);
  return (
    <Group justify="flex-end" gap="sm" role="alert">
      <span className={classes.question}>{t('form.unsaved')}</span>
      <Button variant="default" color="red" onClick={discard}>
        {t('form.discard')}
      </Button>
      <Button autoFocus onClick={stay}>
        {t('form.stay')}
      </Button>
    </Group>
  );
}

type ButtonsProps = Pick<
  FormDialogProps,
  'onClose' | 'submitLabel' | 'danger' | 'cancelLabel' | 'secondary' | 'missing' | 'busy'
>;

function Buttons(props: ButtonsProps) {
  const { onClose, submitLabel, danger = false, cancelLabel, secondary, busy = false } = props;
  const t = useText(uiText);
  return (
    <Group justify="flex-end" gap="sm">
      {secondary !== undefined && <div className={classes.secondary}>{secondary}</div>}
      <Button variant="default" onClick={onClose} disabled={busy}>
        {cancelLabel ?? t('cancel')}
      </Button>
      <SubmitButton color={danger ? 'red' : 'accent'} missing={props.missing} loading={busy}>
        {submitLabel}
      </SubmitButton>
    </Group>
  );
}

/**
 * The frame of a dialog with a form: title, fields, Cancel and submit, and its
 * own banner for the failure of a mutation whose meta says `errors: 'dialog'`.
 */
export function FormDialog(props: FormDialogProps) {
  const { opened, onClose, title, onSubmit, form, busy = false, size = 'md', children } = props;
  const t = useText(uiText);
  const failure = useDialogFailure(opened, form);
  const online = useOnline();
  const guard = useUnsavedGuard(form, opened, failure !== null, onClose);
  const missing = form === undefined ? props.missing : form.missing;
  const { dialog, giveFocusBack } = useOpener(opened);
  const leave = () => guard.leave(onClose);
  const submit = () => {
    clearFailure();
    if (props.sends ?? true) guard.onSent();
    onSubmit();
  };

  return (
    <Modal
      ref={dialog}
      opened={opened}
      onClose={leave}
      title={title}
      size={size}
      centered
      closeOnEscape={!busy}
      closeOnClickOutside={false}
      closeButtonProps={{ 'aria-label': t('close'), disabled: busy }}
      transitionProps={{ transition: 'pop', duration: 120 }}
      onExitTransitionEnd={() => {
        giveFocusBack();
        props.onExited?.();
      }}
      classNames={{
        title: classes.title ?? '',
        header: classes.header ?? '',
        content: classes.content ?? '',
      }}
    >
      {busy && <BusyBar className={classes.progress} label={t('loading')} />}
      <Form form={form ?? { check: () => missing === undefined }} busy={busy} onSubmit={submit}>
        <Stack gap="lg">
          {failure !== null && <FailureBanner onReload={props.onReload} />}
          <fieldset className={classes.fields} disabled={busy}>
            <Stack gap="lg">{children}</Stack>
          </fieldset>
          <div className={classes.footer}>
            {props.notice}
            {busy && !online && <WarningNote>{t('offline')}</WarningNote>}
            {guard.question ? (
              <UnsavedQuestion {...guard.question} />
            ) : (
              <Buttons {...props} missing={missing} onClose={leave} />
            )}
          </div>
        </Stack>
      </Form>
    </Modal>
  );
}
