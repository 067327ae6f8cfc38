import { Stepper, VisuallyHidden } from '@mantine/core';
import { IconAlertTriangle, IconCheck } from '@tabler/icons-react';
import { useText } from '#web/lib/i18n/messages.ts';
import { wizardFrameText } from './en.ts';
import type { StepMark } from './wizard-place.ts';
import classes from './wizard-rail.module.css';

export interface RailStep {
  readonly id: string;
  readonly label: string;
  readonly mark: StepMark;
  readonly canOpen: boolean;
}

interface WizardRailProps {
  readonly steps: readonly RailStep[];
  readonly active: number;
  readonly onOpen: (index: number) => void;
}

const icons = {
  done: <IconCheck size={14} stroke={2.2} aria-hidden />,
  wrong: <IconAlertTriangle size={14} stroke={2} aria-hidden />,
} as const;

/** The steps of a wizard with their state, linked if they can be opened. */
export function WizardRail({ steps, active, onOpen }: WizardRailProps) {
  const t = useText(wizardFrameText);
  return (
    <Stepper
      active={active}
      onStepClick={onOpen}
      size="xs"
      iconSize={24}
      role="group"
      aria-label={t('steps')}
      classNames={{
        steps: classes.steps ?? '',
        step: classes.step ?? '',
        stepIcon: classes.icon ?? '',
        stepCompletedIcon: classes.completed ?? '',
        separator: classes.separator ?? '',
      }}
    >
      {steps.map(({ id, label, mark, canOpen }, index) => {
        const icon =
          mark === 'done' || mark === 'wrong' ? icons[mark] : <span aria-hidden>{index + 1}</span>;
        return (
          <Stepper.Step
            key={id}
            label={
              <>
                <span className={classes.name} aria-hidden>
                  {label}
                </span>
                <VisuallyHidden>{t(`mark.${mark}`, { label })}</VisuallyHidden>
              </>
            }
            icon={icon}
            completedIcon={icon}
            progressIcon={icon}
            allowStepSelect={canOpen && mark !== 'current'}
            aria-current={mark === 'current' ? 'step' : undefined}
            aria-disabled={!canOpen || undefined}
            data-mark={mark}
          />
        );
      })}
    </Stepper>
  );
}
