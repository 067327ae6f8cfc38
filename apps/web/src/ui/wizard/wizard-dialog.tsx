import { Button, Stack } from '@mantine/core';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { useText } from '#web/lib/i18n/messages.ts';
import type { FormControl } from '../form/draft-form.ts';
import { FormDialog } from '../form-dialog.tsx';
import type { DialogFrame } from '../use-dialog.ts';
import { wizardFrameText } from './en.ts';
import classes from './wizard-dialog.module.css';
import {
  canOpen,
  moved,
  openIndex,
  type StepState,
  stepMark,
  type WizardOrder,
  type WizardPlace,
} from './wizard-place.ts';
import { WizardRail } from './wizard-rail.tsx';

/** A step of a wizard. Steps made unnecessary by other choices are left out of the list. */
export interface WizardStep extends StepState {
  readonly label: string;
  /** Renders the step; `open` goes to another one. */
  readonly content: (open: (id: string) => void) => ReactNode;
  /** The entered values, for a summary. */
  readonly facts?: readonly (readonly [name: string, value: ReactNode])[];
  /**
   * The action required to continue from this step, such as querying a server; it continues by
   * calling `next`.
   */
  readonly leave?: (next: () => void) => void;
}

interface WizardDialogProps extends DialogFrame {
  readonly title: string;
  readonly steps: readonly WizardStep[];
  /** The form across all steps. */
  readonly form: Pick<FormControl, 'isDirty' | 'check' | 'refuse'>;
  /** 'free' allows submitting at every step. */
  readonly order?: WizardOrder;
  readonly submitLabel: string;
  readonly onSubmit: () => void;
  readonly busy: boolean;
}

/** Returns the open step, and the functions to go to others. */
function usePlace(steps: readonly WizardStep[]) {
  const first = steps[0]?.id ?? '';
  const [place, setPlace] = useState<WizardPlace>({ at: first, visited: [first] });
  const index = openIndex(steps, place);
  const open = (id: string) => setPlace((now) => moved(now, id));
  const openAt = (at: number) => {
    const step = steps[at];
    if (step !== undefined) open(step.id);
  };
  return { place, index, step: steps[index], open, openAt };
}

/** Moves the focus to the opened content, which announces the location. */
function useFocusOnChange(id: string | undefined) {
  const panel = useRef<HTMLElement>(null);
  const shown = useRef(id);
  useEffect(() => {
    if (shown.current === id) return;
    shown.current = id;
    panel.current?.focus({ preventScroll: true });
    // The list of steps above shows the location.
    panel.current?.previousElementSibling?.scrollIntoView({ block: 'nearest' });
  }, [id]);
  return panel;
}

/**
 * A form in several steps: its progress, one step at a time, and navigation. In order, only a
 * complete step can be continued from, and only complete steps are sent.
 */
export function WizardDialog(props: WizardDialogProps) {
  const { steps, form, order = 'ordered', onSubmit, submitLabel, ...frame } = props;
  const t = useText(wizardFrameText);
  const { place, index, step, open, openAt } = usePlace(steps);
  const panel = useFocusOnChange(step?.id);
  const last = index === steps.length - 1;
  const sends = last || order === 'free';
  const goOn = () => (step?.leave ? step.leave(() => openAt(index + 1)) : openAt(index + 1));

  const wrong = sends ? steps.filter(({ missing }) => missing !== undefined) : [];
  const missing = sends
    ? wrong.map((one) => t('missingIn', { label: one.label, missing: one.missing ?? '' })).join(' ')
    : (step?.missing ?? '');
  const control: FormControl = {
    ...form,
    missing: missing === '' ? undefined : missing,
    check: (element) => {
      if (missing === '') return true;
      form.check(element);
      if (sends && step?.missing === undefined && wrong[0]) open(wrong[0].id);
      return false;
    },
  };

  return (
    <FormDialog
      {...frame}
      form={control}
      sends={sends}
      submitLabel={sends ? submitLabel : t('next')}
      onSubmit={sends ? onSubmit : goOn}
      size="lg"
      secondary={
        <>
          {index > 0 && (
            <Button variant="default" disabled={props.busy} onClick={() => openAt(index - 1)}>
              {t('back')}
            </Button>
          )}
          {sends && !last && (
            <Button variant="default" disabled={props.busy} onClick={goOn}>
              {t('next')}
            </Button>
          )}
        </>
      }
    >
      <WizardRail
        steps={steps.map(({ id, label }, at) => ({
          id,
          label,
          mark: stepMark(steps, place, at),
          canOpen: canOpen(steps, place, at, order),
        }))}
        active={index}
        onOpen={openAt}
      />
      <section
        ref={panel}
        className={classes.panel}
        tabIndex={-1}
        aria-label={t('place', {
          number: index + 1,
          count: steps.length,
          label: step?.label ?? '',
        })}
      >
        <Stack gap="lg">{step?.content(open)}</Stack>
      </section>
    </FormDialog>
  );
}
