import { IconFileText, IconUser, IconWorld } from '@tabler/icons-react';
import { formatCount } from '#web/lib/format/numbers.ts';
import { type Translate, useText } from '#web/lib/i18n/messages.ts';
import { visibleName } from '#web/lib/names/visible-name.ts';
import { Name } from '#web/ui/name.tsx';
import { Tag } from '#web/ui/tag.tsx';
import classes from './audit-name.module.css';
import { accessAuditText } from './en.ts';
import { type AuditRow, abilitiesOf } from './model/audit-rows.ts';

type Text = Translate<(typeof accessAuditText)['english']>;

const icons = { anonymous: IconWorld, policy: IconFileText, user: IconUser } as const;

function counted(t: Text, what: 'users' | 'groups', { length }: readonly string[]): string {
  return t(what, { count: length, formatted: formatCount(length) });
}

/** Returns where the row's access comes from or who it applies to, in a few words. */
function origin(t: Text, row: AuditRow): string {
  if (row.kind === 'anonymous') return t('anonymousNote');
  if (row.kind === 'user') {
    const { groups, policies } = row.user;
    const inGroups = groups.length > 0 ? [t('groupsOf', { groups: groups.join(', ') })] : [];
    return [...policies, ...inGroups].join(' · ');
  }
  const { users, groups } = row.policy;
  const parts = [
    ...(users.length > 0 ? [counted(t, 'users', users)] : []),
    ...(groups.length > 0 ? [counted(t, 'groups', groups)] : []),
  ];
  return parts.length === 0 ? t('unattached') : parts.join(' · ');
}

/** Returns the row's matrix as text, for screens without room for its columns. */
function summary(t: Text, { grants }: AuditRow): string {
  const words = (extent: 'all' | 'part') =>
    abilitiesOf(grants, extent)
      .map((ability) => t(`ability.${ability}`))
      .join(', ');
  const part = words('part');
  const parts = [words('all'), part === '' ? '' : t('inPart', { abilities: part })];
  return parts.filter((text) => text !== '').join(' · ') || t('nothing');
}

/** The name of a row of the access audit, with further details below. */
export function AuditName({ row }: { readonly row: AuditRow }) {
  const t = useText(accessAuditText);
  const Icon = icons[row.kind];
  const from = origin(t, row);
  return (
    <span className={classes.cell}>
      <Icon className={classes.icon} size={18} stroke={1.6} aria-hidden />
      <span className={classes.text}>
        <span className={classes.line}>
          <span className={classes.name} title={visibleName(row.name)}>
            <Name>{row.name}</Name>
          </span>
          {row.kind === 'user' && !row.user.enabled && <Tag>{t('disabled')}</Tag>}
        </span>
        <span className={classes.origin} title={from}>
          {from}
        </span>
        <span className={classes.summary}>{summary(t, row)}</span>
      </span>
    </span>
  );
}
