import { IconCheck } from '@tabler/icons-react';
import { useText } from '#web/lib/i18n/messages.ts';
import { wizardText } from '../en.ts';
import { STEPS, type Step } from '../model/wizard.ts';
import classes from './wizard-steps.module.css';

/** Where the wizard stands. */
export function WizardSteps({ current }: { readonly current: Step }) {
  const t = useText(wizardText);
  const at = STEPS.indexOf(current);
  return (
    <ol className={classes.steps} aria-label={t('steps')}>
      {STEPS.map((step, index) => (
        <li
          key={step}
          className={classes.step}
          aria-current={step === current ? 'step' : undefined}
        >
          <span className={classes.number} aria-hidden>
            {index < at ? <IconCheck size={14} stroke={2} /> : index + 1}
          </span>
          {t(`step.${step}`)}
        </li>
      ))}
    </ol>
  );
}
