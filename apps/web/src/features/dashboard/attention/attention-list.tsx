import { Anchor, Button } from '@mantine/core';
import type { Finding } from '@stowage/contract/dashboard/attention';
import { IconAlertTriangle, IconCircleCheck, IconExclamationCircle } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { attentionQuery } from '#web/entities/dashboard/dashboard-query.ts';
import { useSession } from '#web/entities/session/session.ts';
import { formatList } from '#web/lib/format/lists.ts';
import { useText } from '#web/lib/i18n/messages.ts';
import { RouterLink } from '#web/lib/router/router-link.tsx';
import { QueryFailure } from '#web/ui/error-state.tsx';
import { ListSkeleton } from '#web/ui/list-skeleton.tsx';
import { SectionHeader } from '#web/ui/section-header.tsx';
import { Tag } from '#web/ui/tag.tsx';
import { dashboardText } from '../en.ts';
import classes from './attention.module.css';
import { findingPath, findingWords } from './finding-words.ts';

/** Number of findings shown before expanding the list. */
const FIRST = 5;

function Item({ finding }: { readonly finding: Finding }) {
  const t = useText(dashboardText);
  const { pages } = useSession();
  const { title, note } = findingWords(t, finding);
  const to = findingPath(finding, pages);
  const critical = finding.severity === 'critical';
  const Icon = critical ? IconExclamationCircle : IconAlertTriangle;
  return (
    <li className={classes.item} data-severity={finding.severity}>
      <Icon className={classes.icon} size={18} stroke={1.6} aria-hidden />
      <div className={classes.words}>
        {to === undefined ? (
          <span className={classes.title}>{title}</span>
        ) : (
          <Anchor component={RouterLink} to={to} className={classes.title ?? ''}>
            {title}
          </Anchor>
        )}
        {note !== '' && <span className={classes.note}>{note}</span>}
      </div>
      <Tag tone={critical ? 'bad' : 'warning'}>{t(`severity.${finding.severity}`)}</Tag>
    </li>
  );
}

/** What needs attention first, each with a link, and what could not be checked. */
export function AttentionList() {
  const t = useText(dashboardText);
  const query = useQuery(attentionQuery);
  const [all, setAll] = useState(false);
  const { data } = query;
  if (query.isPending) {
    return (
      <div className={classes.section}>
        <ListSkeleton rows={1} height={22} />
      </div>
    );
  }
  if (data === undefined) return <QueryFailure title={t('attention.failed')} query={query} />;
  const { findings, checked, unchecked } = data;
  const found = checked.reduce((sum, check) => sum + check.found, 0);
  const shown = all ? findings : findings.slice(0, FIRST);
  return (
    <section aria-label={t('attention.title')} className={classes.section}>
      {findings.length === 0 ? (
        <p className={classes.fine}>
          <IconCircleCheck size={18} stroke={1.6} aria-hidden />
          {t('attention.none')}
        </p>
      ) : (
        <>
          <SectionHeader title={t('attention.title')} count={found} />
          <ul className={classes.list}>
            {shown.map((finding) => (
              <Item key={JSON.stringify(finding)} finding={finding} />
            ))}
          </ul>
          {findings.length > FIRST && (
            <Button variant="subtle" onClick={() => setAll((now) => !now)}>
              {t(all ? 'attention.fewer' : 'attention.all', { count: findings.length })}
            </Button>
          )}
          {found > findings.length && <p className={classes.rest}>{t('attention.more')}</p>}
        </>
      )}
      {(['denied', 'unsupported', 'failed'] as const).map((reason) => {
        const names = unchecked.filter((one) => one.reason === reason);
        if (names.length === 0) return null;
        const checks = formatList(names.map(({ check }) => t(`check.${check}`)));
        return (
          <p key={reason} className={classes.rest}>
            {t(`unchecked.${reason}`, { checks })}
          </p>
        );
      })}
    </section>
  );
}
