import { ActionIcon, Button } from '@mantine/core';
import { IconChevronDown, IconChevronUp, IconX } from '@tabler/icons-react';
import { useState } from 'react';
import { useTransferStore, useTransfers } from '#web/entities/transfers/transfer-context.ts';
import { groupState } from '#web/entities/transfers/upload-group.ts';
import { useText } from '#web/lib/i18n/messages.ts';
import { Tag } from '#web/ui/tag.tsx';
import { transfersText } from './en.ts';
import { TransferRow } from './transfer-row.tsx';
import classes from './transfers-dock.module.css';
import { useTransferEffects } from './use-transfer-effects.ts';

/** So many lines are drawn; the rest of a long history waits its turn. */
const maxRows = 100;

/** The uploads that run or have run, bottom right on every page. */
export function TransfersDock() {
  const t = useText(transfersText);
  const store = useTransferStore();
  const { groups } = useTransfers();
  const [collapsed, setCollapsed] = useState(false);
  const running = groups.filter((group) => groupState(group) === 'running');
  const finished = groups.filter((group) => groupState(group) !== 'running').reverse();
  const busy = running.length > 0;
  useTransferEffects(busy);
  if (groups.length === 0) return null;
  const Chevron = collapsed ? IconChevronUp : IconChevronDown;
  return (
    <section className={classes.dock} aria-label={t('title')}>
      <div className={classes.head}>
        <h2 className={classes.title}>{t('title')}</h2>
        {busy && <Tag tone="accent">{t('running', { count: running.length })}</Tag>}
        <span className={classes.gap} />
        {running.length > 1 && (
          <Button size="compact-xs" variant="default" onClick={() => store.cancelAll()}>
            {t('cancelAll')}
          </Button>
        )}
        <ActionIcon
          size={26}
          aria-label={collapsed ? t('expand') : t('collapse')}
          aria-expanded={!collapsed}
          onClick={() => setCollapsed(!collapsed)}
        >
          <Chevron size={16} stroke={1.8} aria-hidden />
        </ActionIcon>
        {!busy && (
          <ActionIcon size={26} aria-label={t('close')} onClick={() => store.dismissFinished()}>
            <IconX size={16} stroke={1.8} aria-hidden />
          </ActionIcon>
        )}
      </div>
      {!collapsed && (
        <ul className={classes.list}>
          {[...running, ...finished].slice(0, maxRows).map((group) => (
            <TransferRow key={group.id} group={group} />
          ))}
        </ul>
      )}
    </section>
  );
}
