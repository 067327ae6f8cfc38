import { Button, Modal } from '@mantine/core';
import { ROUTES } from '@stowage/contract/pages';
import type { AuditRecord } from '@stowage/contract/tools/audit';
import { useSession } from '#web/entities/session/session.ts';
import { useText } from '#web/lib/i18n/messages.ts';
import { pagePath } from '#web/lib/router/page-path.ts';
import { RouterLink } from '#web/lib/router/router-link.tsx';
import { type Fact, FactList } from '#web/ui/fact-list.tsx';
import { Name } from '#web/ui/name.tsx';
import { AUDIT_FIELDS, type AuditWords, fieldText } from './audit-columns.tsx';
import classes from './audit-page.module.css';
import { auditText } from './en.ts';

interface RecordDialogProps {
  /** Undefined while none is open. */
  readonly record: AuditRecord | undefined;
  readonly onClose: () => void;
}

/** Everything stored about a call, with links from its parts. */
export function RecordDialog({ record, onClose }: RecordDialogProps) {
  const t = useText(auditText);
  return (
    <Modal
      opened={record !== undefined}
      onClose={onClose}
      title={t('detail.title')}
      size="lg"
      centered
      closeButtonProps={{ 'aria-label': t('detail.close'), tabIndex: -1 }}
    >
      {record && (
        <>
          <FactList facts={factsOf(t, record)} />
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

function factsOf(t: AuditWords, record: AuditRecord): readonly Fact[] {
  const facts = AUDIT_FIELDS.map(
    (field): Fact => [t(`column.${field}`), fieldText(t, record, field) || '—'],
  );
  if (record.objects === undefined) return facts;
  return [...facts, [t('detail.objects'), <ObjectNames key="objects" names={record.objects} />]];
}

function ObjectNames({ names }: { readonly names: readonly string[] }) {
  return (
    <ul className={classes.names}>
      {[...new Set(names)].map((name) => (
        <li key={name}>
          <Name>{name}</Name>
        </li>
      ))}
    </ul>
  );
}

/** Links only to pages that the session can open. */
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
