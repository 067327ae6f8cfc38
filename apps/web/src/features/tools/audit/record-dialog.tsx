import { Button, Modal } from '@mantine/core';
import { ROUTES } from '@stowage/contract/pages';
import type { AuditRecord } from '@stowage/contract/tools/audit';
import type { ReactNode } from 'react';
import { useSession } from '#web/entities/session/session.ts';
import { useText } from '#web/lib/i18n/messages.ts';
import { pagePath } from '#web/lib/router/page-path.ts';
import { RouterLink } from '#web/lib/router/router-link.tsx';
import { Name } from '#web/ui/name.tsx';
import { AUDIT_FIELDS, fieldText } from './audit-columns.tsx';
import classes from './audit-page.module.css';
import { auditText } from './en.ts';

interface RecordDialogProps {
  /** Undefined while none is open. */
  readonly record: AuditRecord | undefined;
  readonly onClose: () => void;
}

/** Everything that is kept of a call, and where its parts lead. */
export function RecordDialog({ record, onClose }: RecordDialogProps) {
  const t = useText(auditText);
  return (
    <Modal
      opened={record !== undefined}
      onClose={onClose}
      title={t('detail.title')}
      size="lg"
      radius="md"
      padding={20}
      centered
      closeButtonProps={{ 'aria-label': t('detail.close'), tabIndex: -1 }}
    >
      {record && (
        <>
          <dl className={classes.facts}>
            {AUDIT_FIELDS.map((field) => (
              <Fact key={field} label={t(`column.${field}`)}>
                <Name>{fieldText(t, record, field)}</Name>
              </Fact>
            ))}
            {record.objects !== undefined && (
              <Fact label={t('detail.objects')}>
                <ul className={classes.names}>
                  {[...new Set(record.objects)].map((name) => (
                    <li key={name}>
                      <Name>{name}</Name>
                    </li>
                  ))}
                </ul>
              </Fact>
            )}
          </dl>
          <div className={classes.actions}>
            <RecordLinks record={record} onLeave={onClose} />
            <Button variant="default" onClick={onClose}>
              {t('detail.close')}
            </Button>
          </div>
        </>
      )}
    </Modal>
  );
}

function Fact({ label, children }: { readonly label: string; readonly children: ReactNode }) {
  return (
    <div>
      <dt>{label}</dt>
      <dd>{children}</dd>
    </div>
  );
}

/** To what the session may open. */
function RecordLinks({
  record,
  onLeave,
}: {
  readonly record: AuditRecord;
  readonly onLeave: () => void;
}) {
  const t = useText(auditText);
  const { pages } = useSession();
  const { bucket, object, access_key, parent_user } = record;
  const user = parent_user || access_key;
  return (
    <>
      {bucket !== '' && object !== '' && pages.includes(ROUTES.objectBrowser.pattern) && (
        <RouterLink
          onClick={onLeave}
          to={pagePath('objectBrowser', { bucketName: bucket, rest: object })}
        >
          {t('detail.openObject')}
        </RouterLink>
      )}
      {bucket !== '' && (
        <RouterLink onClick={onLeave} to={pagePath('bucket', { rest: bucket })}>
          {t('detail.openBucket')}
        </RouterLink>
      )}
      {user !== '' && pages.includes(ROUTES.user.pattern) && (
        <RouterLink onClick={onLeave} to={pagePath('user', { userName: user })}>
          {t('detail.openUser')}
        </RouterLink>
      )}
    </>
  );
}
