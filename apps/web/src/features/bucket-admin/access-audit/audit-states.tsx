import { Button } from '@mantine/core';
import { IconEyeOff, IconFilterOff, IconUserOff } from '@tabler/icons-react';
import { useText } from '#web/lib/i18n/messages.ts';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { accessAuditText } from './en.ts';
import type { AuditList } from './model/audit-access.ts';

interface RefusedListProps {
  readonly list: AuditList;
  /** The actions the caller lacks. */
  readonly missing: readonly string[];
}

/** The caller is not allowed to see a list. */
export function RefusedList({ list, missing }: RefusedListProps) {
  const t = useText(accessAuditText);
  return (
    <EmptyState icon={<IconEyeOff size={24} stroke={1.6} />} title={t(`refused.${list}`)}>
      {t('refused.text', { actions: missing.join(', ') })}
    </EmptyState>
  );
}

interface NoRowsProps {
  readonly list: AuditList;
  /** Undefined if no filter is set. */
  readonly onClear: (() => void) | undefined;
}

/** A list is empty, or nothing in it matches the filter. */
export function NoRows({ list, onClear }: NoRowsProps) {
  const t = useText(accessAuditText);
  if (onClear !== undefined) {
    return (
      <EmptyState
        icon={<IconFilterOff size={24} stroke={1.6} />}
        title={t('none.filtered')}
        action={
          <Button variant="default" onClick={onClear}>
            {t('none.clear')}
          </Button>
        }
      />
    );
  }
  return (
    <EmptyState icon={<IconUserOff size={24} stroke={1.6} />} title={t(`none.${list}`)}>
      {t(`none.${list}Text`)}
    </EmptyState>
  );
}
