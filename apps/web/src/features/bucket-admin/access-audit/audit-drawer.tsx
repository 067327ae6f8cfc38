import { Drawer } from '@mantine/core';
import { useText } from '#web/lib/i18n/messages.ts';
import { readableJson } from '#web/lib/json/readable-json.ts';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { Name } from '#web/ui/name.tsx';
import { Tag } from '#web/ui/tag.tsx';
import classes from './audit-drawer.module.css';
import { accessAuditText } from './en.ts';
import type { AuditRow } from './model/audit-rows.ts';
import { Reasons } from './reasons.tsx';

/** Maximum number of user or group names listed. */
const maxNames = 50;

interface NamesProps {
  readonly label: string;
  readonly names: readonly string[];
}

function Names({ label, names }: NamesProps) {
  const t = useText(accessAuditText);
  const rest = names.length - maxNames;
  return (
    <>
      <dt>{label}</dt>
      <dd>
        {names.length === 0 ? t('detail.noneOfThem') : names.slice(0, maxNames).join(', ')}
        {rest > 0 && ` ${t('detail.more', { count: rest })}`}
      </dd>
    </>
  );
}

function Facts({ row }: { readonly row: AuditRow }) {
  const t = useText(accessAuditText);
  if (row.kind === 'anonymous') return null;
  if (row.kind === 'user') {
    return (
      <>
        <dl className={classes.facts}>
          <Names label={t('detail.policies')} names={row.user.policies} />
          <Names label={t('detail.groups')} names={row.user.groups} />
        </dl>
        {!row.user.enabled && <p className={classes.disabled}>{t('detail.disabled')}</p>}
      </>
    );
  }
  return (
    <>
      <dl className={classes.facts}>
        <Names label={t('detail.users')} names={row.policy.users} />
        <Names label={t('detail.groups')} names={row.policy.groups} />
      </dl>
      <details className={classes.document}>
        <summary>{t('detail.document')}</summary>
        <pre>{readableJson(row.policy.policy)}</pre>
      </details>
    </>
  );
}

function Content({ row }: { readonly row: AuditRow }) {
  const t = useText(accessAuditText);
  return (
    <>
      <Facts row={row} />
      <h2 className={classes.heading}>{t('detail.abilities')}</h2>
      <Reasons grants={row.grants} />
    </>
  );
}

interface AuditDrawerProps {
  readonly opened: boolean;
  /** The name requested by the address. */
  readonly name: string;
  /** Undefined if the list has no such row. */
  readonly row: AuditRow | undefined;
  readonly onClose: () => void;
}

/** A row of the access audit in full: each ability with the statements that determine it. */
export function AuditDrawer({ opened, name, row, onClose }: AuditDrawerProps) {
  const t = useText(accessAuditText);
  return (
    <Drawer
      opened={opened}
      onClose={onClose}
      position="right"
      size={560}
      title={
        <span className={classes.title}>
          <span className={classes.name}>
            <Name>{row?.name ?? name}</Name>
          </span>
          {row && <Tag>{t(`detail.${row.kind}`)}</Tag>}
        </span>
      }
      closeButtonProps={{ 'aria-label': t('detail.close') }}
      transitionProps={{ duration: 140 }}
    >
      {row === undefined ? (
        <EmptyState title={t('detail.gone', { name })}>{t('detail.goneText')}</EmptyState>
      ) : (
        <Content key={row.key} row={row} />
      )}
    </Drawer>
  );
}
