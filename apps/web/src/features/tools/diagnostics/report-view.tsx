import type { HealthMessage } from '@stowage/contract/tools/diagnostics';
import { useMemo } from 'react';
import { formatDateTimeZone } from '#web/lib/format/dates.ts';
import { formatCount, formatPercent } from '#web/lib/format/numbers.ts';
import { formatSize } from '#web/lib/format/sizes.ts';
import { type Translate, useText } from '#web/lib/i18n/messages.ts';
import { isolatedText } from '#web/lib/names/visible-name.ts';
import { SectionHeader } from '#web/ui/section-header.tsx';
import { Tag } from '#web/ui/tag.tsx';
import classes from './diagnostics-page.module.css';
import { diagnosticsText } from './en.ts';
import { type Finding, factsOf, findingsOf } from './health-findings.ts';

type Text = Translate<(typeof diagnosticsText)['english']>;

function findingText(t: Text, finding: Finding): string {
  const subject = isolatedText(finding.subject);
  switch (finding.kind) {
    case 'driveFull':
    case 'fewInodes':
      return t(`finding.${finding.kind}`, { subject, share: formatPercent(finding.share) });
    case 'slowDrive':
      return t('finding.slowDrive', { subject, milliseconds: formatCount(finding.milliseconds) });
    case 'clock': {
      const seconds = formatCount(Math.abs(finding.seconds));
      return finding.subject === ''
        ? t('finding.clockHere', { seconds })
        : t('finding.clock', { subject, seconds });
    }
    default:
      return t(`finding.${finding.kind}`, { subject });
  }
}

function Facts({ report }: { readonly report: HealthMessage }) {
  const t = useText(diagnosticsText);
  const { servers, drives, used, total, version } = useMemo(() => factsOf(report), [report]);
  const facts = [
    [t('facts.time'), formatDateTimeZone(report.timestamp)],
    [t('facts.servers'), formatCount(servers)],
    [t('facts.drives'), formatCount(drives)],
    [t('facts.used'), t('facts.usedValue', { used: formatSize(used), total: formatSize(total) })],
    [t('facts.version'), isolatedText(version)],
  ] as const;
  return (
    <dl className={classes.facts} aria-label={t('facts.title')}>
      {facts.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}

/** A readable report: its key figures and findings. */
export function ReportView({ report }: { readonly report: HealthMessage }) {
  const t = useText(diagnosticsText);
  const findings = useMemo(() => findingsOf(report), [report]);
  return (
    <>
      <Facts report={report} />
      <section aria-label={t('findings')}>
        <SectionHeader title={t('findings')} count={findings.length} />
        {findings.length === 0 ? (
          <p className={classes.sound}>{t('sound')}</p>
        ) : (
          <ul className={classes.list}>
            {findings.map((finding) => (
              <li key={`${finding.kind} ${finding.subject}`} className={classes.finding}>
                <Tag tone={finding.severity}>{t(`severity.${finding.severity}`)}</Tag>
                <span>{findingText(t, finding)}</span>
              </li>
            ))}
          </ul>
        )}
      </section>
    </>
  );
}
