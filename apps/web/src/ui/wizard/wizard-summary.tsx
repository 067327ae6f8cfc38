import { Anchor } from '@mantine/core';
import { useText } from '#web/lib/i18n/messages.ts';
import { wizardFrameText } from './en.ts';
import type { WizardStep } from './wizard-dialog.tsx';
import classes from './wizard-summary.module.css';

interface WizardSummaryProps {
  readonly steps: readonly Pick<WizardStep, 'id' | 'label' | 'facts'>[];
  readonly onOpen: (id: string) => void;
}

/** The entered values of the steps, each with a link back. Steps without values are left out. */
export function WizardSummary({ steps, onOpen }: WizardSummaryProps) {
  const t = useText(wizardFrameText);
  return (
    <div className={classes.summary}>
      {steps.map(({ id, label, facts = [] }) =>
        facts.length === 0 ? null : (
          <section key={id} className={classes.step} aria-label={label}>
            <div className={classes.head}>
              <h3 className={classes.title}>{label}</h3>
              <Anchor
                component="button"
                type="button"
                aria-label={t('changeOf', { label })}
                onClick={() => onOpen(id)}
              >
                {t('change')}
              </Anchor>
            </div>
            <dl className={classes.facts}>
              {facts.map(([name, value]) => (
                <div key={name} className={classes.fact}>
                  <dt>{name}</dt>
                  <dd>{value}</dd>
                </div>
              ))}
            </dl>
          </section>
        ),
      )}
    </div>
  );
}
