import type { ObjectDetail } from '@stowage/contract/object-detail';
import { useText } from '#web/lib/i18n/messages.ts';
import { useDraftForm } from '#web/ui/form/draft-form.ts';
import { FieldList } from '#web/ui/form/field-list.tsx';
import { savedAndClosed } from '#web/ui/form/saved.ts';
import { FormDialog } from '#web/ui/form-dialog.tsx';
import { useDialog } from '#web/ui/use-dialog.ts';
import { useSetLegalHold } from '../api.ts';
import { objectDetailText } from '../en.ts';
import { DetailSection, DetailValue } from './detail-section.tsx';
import type { SettingDialogProps, SettingProps } from './setting-props.ts';

/** Sets or removes a version's legal hold. */
function LegalHoldDialog({ version, detail, reload, ...frame }: SettingDialogProps) {
  const t = useText(objectDetailText);
  const form = useDraftForm({
    state: detail,
    valuesOf: ({ legal_hold_status }: ObjectDetail) => ({ status: legal_hold_status === 'ON' }),
    errorsOf: () => ({}),
  });
  const save = useSetLegalHold(version);
  const { status } = form.values;
  return (
    <FormDialog
      {...frame}
      title={t('hold.dialog')}
      submitLabel={t('save')}
      form={form}
      onSubmit={() =>
        save.mutate(
          {
            status: status ? 'enabled' : 'disabled',
            revision: form.base.revisions.legal_hold,
          },
          savedAndClosed(t('hold.saved'), frame),
        )
      }
      busy={save.isPending}
      onReload={form.restartWith(reload)}
    >
      <FieldList
        specs={[
          {
            kind: 'switch',
            name: 'status',
            label: t('hold.label'),
            description: t('hold.hint'),
          },
        ]}
        fields={form}
      />
    </FormDialog>
  );
}

/** Whether a version is under legal hold. */
export function LegalHold({ version, detail, abilities, lockable, reload }: SettingProps) {
  const t = useText(objectDetailText);
  const dialog = useDialog<ObjectDetail>();
  const { readLegalHold, setLegalHold } = abilities;
  const isOn = detail.legal_hold_status === 'ON';
  const content = () => {
    if (!lockable) return <DetailValue hint={t('needsVersion')}>{t('hold.disabled')}</DetailValue>;
    if (!readLegalHold) {
      return <DetailValue>{t('unreadable', { action: 's3:GetObjectLegalHold' })}</DetailValue>;
    }
    return <DetailValue>{isOn ? t('hold.on') : t('hold.off')}</DetailValue>;
  };
  return (
    <DetailSection
      title={t('hold.title')}
      onEdit={lockable && readLegalHold && setLegalHold ? () => dialog.open(detail) : undefined}
    >
      {content()}
      {dialog.subject && (
        <LegalHoldDialog
          key={dialog.turn}
          {...dialog.frame}
          version={version}
          detail={dialog.subject}
          reload={reload}
        />
      )}
    </DetailSection>
  );
}
