import { ActionIcon, Button, Menu, Tooltip } from '@mantine/core';
import { IconArrowsSort, IconPlus, IconTrash } from '@tabler/icons-react';
import { formatNumber } from '#web/lib/format/numbers.ts';
import { useText } from '#web/lib/i18n/messages.ts';
import { RefreshButton } from '#web/ui/refresh-button.tsx';
import { RefusableButton } from '#web/ui/refusable-button.tsx';
import { SearchBox } from '#web/ui/search-box.tsx';
import { Toolbar, ToolbarGap, ToolbarNote } from '#web/ui/toolbar.tsx';
import { bucketsText } from '../en.ts';
import { BUCKET_ORDERS, type BucketOrder } from '../model/bucket-list.ts';
import classes from './bucket-toolbar.module.css';

interface BucketToolbarProps {
  readonly filter: string;
  readonly onFilter: (filter: string) => void;
  readonly order: BucketOrder;
  readonly onOrder: (order: BucketOrder) => void;
  readonly bulk: boolean;
  readonly onBulk: () => void;
  readonly selected: number;
  /** Why the selection cannot be deleted; undefined if it can. */
  readonly deleteRefusal: string | undefined;
  readonly onDeleteSelected: () => void;
  /** Why the selection cannot be replicated; undefined if it can. */
  readonly replicationRefusal: string | undefined;
  /** Undefined if the server does not support it. */
  readonly onSetReplication: (() => void) | undefined;
  readonly refreshing: boolean;
  readonly onRefresh: () => void;
  /** Undefined if the caller cannot create buckets. */
  readonly onCreate: (() => void) | undefined;
}

function OrderMenu({ order, onOrder }: Pick<BucketToolbarProps, 'order' | 'onOrder'>) {
  const t = useText(bucketsText);
  return (
    <Menu position="bottom-start" transitionProps={{ duration: 120 }}>
      <Menu.Target>
        <Tooltip label={`${t('sort.label')}: ${t(`sort.${order}`)}`}>
          <ActionIcon variant="default" size={34} aria-label={t('sort.label')}>
            <IconArrowsSort size={18} stroke={1.6} aria-hidden />
          </ActionIcon>
        </Tooltip>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.RadioGroup
          value={order}
          onChange={(value) => onOrder(BUCKET_ORDERS.find((known) => known === value) ?? 'name')}
        >
          {BUCKET_ORDERS.map((choice) => (
            <Menu.RadioItem key={choice} value={choice}>
              {t(`sort.${choice}`)}
            </Menu.RadioItem>
          ))}
        </Menu.RadioGroup>
      </Menu.Dropdown>
    </Menu>
  );
}

/** The toolbar above the buckets, with filter and actions. */
export function BucketToolbar(props: BucketToolbarProps) {
  const t = useText(bucketsText);
  const { bulk, selected, deleteRefusal, onCreate } = props;
  return (
    <Toolbar>
      <SearchBox label={t('filter')} value={props.filter} onChange={props.onFilter} />
      <OrderMenu order={props.order} onOrder={props.onOrder} />
      <ToolbarGap />
      {bulk && (
        <>
          <ToolbarNote>{t('selected', { formatted: formatNumber(selected) })}</ToolbarNote>
          {selected > 0 && (
            <RefusableButton
              refusal={deleteRefusal}
              danger
              icon={<IconTrash size={16} stroke={1.6} aria-hidden />}
              onClick={props.onDeleteSelected}
            >
              {t('deleteSelected')}
            </RefusableButton>
          )}
        </>
      )}
      <Button
        variant="default"
        aria-pressed={bulk}
        data-active={bulk || undefined}
        className={classes.toggle ?? ''}
        onClick={props.onBulk}
      >
        {t('bulkSelect')}
      </Button>
      {props.onSetReplication && (
        <RefusableButton
          refusal={selected === 0 ? t('setReplication.selectFirst') : props.replicationRefusal}
          onClick={props.onSetReplication}
        >
          {t('setReplication.action')}
        </RefusableButton>
      )}
      <RefreshButton label={t('refresh')} refreshing={props.refreshing} onClick={props.onRefresh} />
      {onCreate && (
        <Button
          className={classes.create ?? ''}
          leftSection={<IconPlus size={18} stroke={1.6} aria-hidden />}
          onClick={onCreate}
        >
          {t('create.action')}
        </Button>
      )}
    </Toolbar>
  );
}
