import { Checkbox } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { formatNumber } from '#web/lib/format/numbers.ts';
import { useText } from '#web/lib/i18n/messages.ts';
import { visibleName } from '#web/lib/names/visible-name.ts';
import { savedAndClosed } from '#web/ui/form/saved.ts';
import { FormDialog } from '#web/ui/form-dialog.tsx';
import { WarningNote } from '#web/ui/warning-note.tsx';
import { type TargetId, targetUsersQuery, useDeleteTarget } from '../api.ts';
import { endpointsText } from '../en.ts';

interface DeleteTargetDialogProps {
  readonly target: TargetId;
  readonly opened: boolean;
  readonly onClose: () => void;
  readonly onExited?: () => void;
}

/** Maximum number of names listed. */
const NAMED = 10;

function Users({ buckets }: { readonly buckets: readonly string[] }) {
  const t = useText(endpointsText);
  const more = buckets.length - NAMED;
  const count = buckets.length;
  return (
    <div>
      {t('remove.used', { count, formatted: formatNumber(count) })}
      <ul>
        {buckets.slice(0, NAMED).map((bucket) => (
          <li key={bucket}>{visibleName(bucket)}</li>
        ))}
      </ul>
      {more > 0 && t('remove.more', { count: more, formatted: formatNumber(more) })}
    </div>
  );
}

/**
 * Confirms the deletion of a target; one in use by buckets is kept unless their subscriptions are
 * deleted too.
 */
export function DeleteTargetDialog({ target, ...frame }: DeleteTargetDialogProps) {
  const t = useText(endpointsText);
  const users = useQuery(targetUsersQuery(target));
  const remove = useDeleteTarget();
  const [force, setForce] = useState(false);
  const name = `${target.kind.service}:${target.name}`;
  const { buckets = [], unread = 0 } = users.data ?? {};
  const used = buckets.length > 0;
  const missing = users.isPending
    ? t('remove.looking')
    : used && !force
      ? t('remove.mustForce')
      : undefined;
  return (
    <FormDialog
      {...frame}
      title={t('remove.title')}
      submitLabel={t('remove.save')}
      danger
      missing={missing}
      busy={remove.isPending}
      onSubmit={() =>
        remove.mutate({ ...target, force }, savedAndClosed(t('remove.done', { name }), frame))
      }
    >
      <div>{t('remove.text', { name })}</div>
      {users.isPending && <div role="status">{t('remove.looking')}</div>}
      {users.isError && <WarningNote>{t('remove.unknown')}</WarningNote>}
      {unread > 0 && (
        <WarningNote>
          {t('remove.unread', { count: unread, formatted: formatNumber(unread) })}
        </WarningNote>
      )}
      {used && (
        <>
          <Users buckets={buckets} />
          <Checkbox
            label={t('remove.force')}
            checked={force}
            onChange={(event) => setForce(event.currentTarget.checked)}
          />
        </>
      )}
    </FormDialog>
  );
}
