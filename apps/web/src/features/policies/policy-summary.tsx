import type { PolicyDetail } from '@stowage/contract/identity/policies';
import { useMemo } from 'react';
import { formatDateTime } from '#web/lib/format/dates.ts';
import { useText } from '#web/lib/i18n/messages.ts';
import { isolatedText } from '#web/lib/names/visible-name.ts';
import { SectionHeader } from '#web/ui/section-header.tsx';
import { Tag } from '#web/ui/tag.tsx';
import { policiesText } from './en.ts';
import { type ReadableStatement, readableStatements } from './model/statements.ts';
import classes from './policies.module.css';

interface FactProps {
  readonly label: string;
  readonly values: readonly string[];
}

function Fact({ label, values }: FactProps) {
  return (
    <div className={classes.fact}>
      <dt>{label}</dt>
      {values.map((value) => (
        <dd key={value}>{isolatedText(value)}</dd>
      ))}
    </div>
  );
}

function Statement({ statement }: { readonly statement: ReadableStatement }) {
  const t = useText(policiesText);
  const { number, sid, effect, actions, notActions, resources, notResources, conditions } =
    statement;
  const everything = resources.length + notResources.length === 0;
  return (
    <li className={classes.statement} aria-label={sid || t('summary.statement', { number })}>
      <div className={classes.statementHead}>
        <span>{sid === '' ? t('summary.statement', { number }) : isolatedText(sid)}</span>
      </div>
      <dl className={classes.facts}>
        <div className={classes.fact}>
          <dt>{t('summary.effect')}</dt>
          <dd>
            <Tag tone={effect === 'Deny' ? 'bad' : 'good'}>{effect}</Tag>
          </dd>
        </div>
        <Fact
          label={t(notActions.length > 0 ? 'summary.notActions' : 'summary.actions')}
          values={notActions.length > 0 ? notActions : actions}
        />
        <Fact
          label={t(notResources.length > 0 ? 'summary.notResources' : 'summary.resources')}
          values={everything ? [t('summary.everything')] : [...resources, ...notResources]}
        />
        {conditions.length > 0 && <Fact label={t('summary.conditions')} values={conditions} />}
      </dl>
    </li>
  );
}

/** The meaning of a policy, statement by statement. */
export function PolicySummary({ policy }: { readonly policy: PolicyDetail }) {
  const t = useText(policiesText);
  const statements = useMemo(() => readableStatements(policy.policy), [policy.policy]);
  const { createdAt, updatedAt } = policy;
  return (
    <>
      <SectionHeader title={t('section.summary')} count={statements.length}>
        {policy.builtIn && <Tag>{t('builtIn')}</Tag>}
      </SectionHeader>
      {(createdAt !== undefined || updatedAt !== undefined) && (
        <dl className={classes.times}>
          {createdAt !== undefined && (
            <Fact label={t('summary.created')} values={[formatDateTime(createdAt)]} />
          )}
          {updatedAt !== undefined && (
            <Fact label={t('summary.updated')} values={[formatDateTime(updatedAt)]} />
          )}
        </dl>
      )}
      {statements.length === 0 && <p>{t('summary.none')}</p>}
      <ol className={classes.statements}>
        {statements.map((statement) => (
          <Statement key={statement.number} statement={statement} />
        ))}
      </ol>
    </>
  );
}
