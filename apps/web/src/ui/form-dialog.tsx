import { Button, Group, Modal, Stack } from '@mantine/core';
import { type ReactNode, useEffect, useRef, useState } from 'react';
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
  /** Called if the form is valid. */
  readonly onSubmit: () => void;
  /** Whether submitting sends the input; a wizard step only continues. */
  readonly sends?: boolean;
  /** The form, which is validated before it is sent and protected against accidental closing. */
  readonly form?: FormControl;
  /** For a dialog without a form: why it cannot be submitted. */
  readonly missing?: string | undefined;
  /** Locks the form and shows that it is being sent. */
  readonly busy?: boolean;
  /** Red submit button, because data is lost. */
  readonly danger?: boolean;
  /** Replaces Cancel if there is nothing left to cancel. */
  readonly cancelLabel?: string;
  /** Shown above the buttons, regardless of scrolling: what to know before continuing. */
  readonly notice?: ReactNode;
  /** Shown to the left of the buttons, such as Clear. */
  readonly secondary?: ReactNode;
  /** Loads the new state into the form; offered after a conflicting change. */
  readonly onReload?: (() => void) | undefined;
  readonly size?: 'sm' | 'md' | 'lg' | 'xl';
  /** Called when the dialog is gone and the focus is restored, if its target still exists. */
  readonly onExited?: (() => void) | undefined;
  readonly children: ReactNode;
}

function clearFailure(): void {
  setClientState({ modalErrorMessage: null });
}

/** The error of the open dialog's last attempt, which is also shown at the field it concerns. */
function useDialogFailure(opened: boolean, form: FormControl | undefined) {
  const failure = useClientState('modalErrorMessage');
  useEffect(() => {
    if (opened) return clearFailure;
  }, [opened]);
  const told = useRef(failure);
  useEffect(() => {
    // Only once, so that typing into the field clears it.
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

/** Replaces the buttons when the user is about to leave an unsaved form. */
export function UnsavedQuestion({ stay, discard }: UnsavedQuestionProps) {
  const t = useText(uiText);
  const [before] = useState(() => document.activeElement);
  const question = useRef<HTMLDivElement>(null);
  const keep = () => {
    // The question goes, and its button with the focus. So did Cancel when the question came.
    const isThere = before instanceof HTMLElement && before.isConnected && before !== document.body;
    const first = question.current?.closest('form')?.querySelector<HTMLElement>('[data-path]');
    (isThere ? before : first)?.focus({ preventScroll: true });
    stay();
  };
  return (
    <Group ref={question} justify="flex-end" gap="sm" role="alert">
      <span className={classes.question}>{t('form.unsaved')}</span>
      <Button variant="default" color="red" onClick={discard}>
        {t('form.discard')}
      </Button>
      <Button autoFocus onClick={keep}>
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
 * The frame of a dialog with a form: title, fields, Cancel and submit, and its own banner for
 * errors of mutations whose meta says `errors: 'dialog'`.
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
