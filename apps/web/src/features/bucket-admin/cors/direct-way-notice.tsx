import { Button } from '@mantine/core';
import type { CorsRules } from '@stowage/contract/bucket-admin/cors';
import { allowsDirectWay, directWayRule } from '@stowage/domain/cors';
import { showMessage } from '#web/lib/client-state/notify.ts';
import { useText } from '#web/lib/i18n/messages.ts';
import { WarningNote } from '#web/ui/warning-note.tsx';
import { useLetConsoleIn } from './api.ts';
import classes from './direct-way-notice.module.css';
import { corsText } from './en.ts';

interface DirectWayNoticeProps {
  readonly bucket: string;
  readonly cors: CorsRules;
  readonly canChange: boolean;
}

/**
 * Warns if the rules block this console's pages from the storage server, and adds the rule for
 * them.
 */
export function DirectWayNotice({ bucket, cors, canChange }: DirectWayNoticeProps) {
  const t = useText(corsText);
  const add = useLetConsoleIn(bucket);
  const { origin } = globalThis.location;
  const rule = directWayRule(origin);
  const letIn = () => {
    // Placed before the others only if one of them would match first.
    const isEnough = allowsDirectWay([...cors.rules, rule], origin);
    add.mutate(
      { ...rule, id: '', ...(!isEnough && { position: 1 }) },
      { onSuccess: () => showMessage(t('direct.done', { bucket })) },
    );
  };
  return (
    <div className={classes.notice} role="status">
      <WarningNote>
        <p className={classes.text}>
          {t('direct.text', { origin, storage: cors.direct_origin ?? '' })}
        </p>
        {canChange && (
          <Button variant="default" loading={add.isPending} onClick={letIn}>
            {t('direct.action')}
          </Button>
        )}
      </WarningNote>
    </div>
  );
}
