import type { ObjectDetail } from '@stowage/contract/object-detail';
import { objectText } from '#web/entities/object/en.ts';
import { endOfDay } from '#web/entities/object/retention/calendar-day.ts';
import { DayField } from '#web/entities/object/retention/day-field.tsx';
import { useRetentionModeField } from '#web/entities/object/retention/retention-mode-field.ts';
import { useText } from '#web/lib/i18n/messages.ts';
import { useDraftForm } from '#web/ui/form/draft-form.ts';
import { FieldList } from '#web/ui/form/field-list.tsx';
import type { FieldSpec } from '#web/ui/form/field-spec.ts';
import { savedAndClosed } from '#web/ui/form/saved.ts';
import { FormDialog } from '#web/ui/form-dialog.tsx';
import { WarningNote } from '#web/ui/warning-note.tsx';
import { useRemoveRetention, useSetRetention } from '../api.ts';
import { objectDetailText } from '../en.ts';
import {
  draftOf,
  draftProblems,
  holdOf,
  type RetentionDraft,
  weakens,
} from '../model/retention-draft.ts';
import type { SettingDialogProps } from './setting-props.ts';

interface RetentionDialogProps extends SettingDialogProps {
  /** Whether the caller can weaken a governance retention. */
  readonly canBypass: boolean;
}

interface Values extends RetentionDraft {
  /** The end date of a retention that can only be extended. */
  readonly floor: string | undefined;
}

/** Locks a version until a date, or removes the lock. */
export function RetentionDialog(props: RetentionDialogProps) {
  const { version, detail, reload, canBypass, ...frame } = props;
  const t = useText(objectDetailText);
  const shared = useText(objectText);
  const modeField = useRetentionModeField();
  const now = new Date();
  /** Returns why the lock can only be extended; undefined if it can be changed freely. */
  const lockOf = (state: ObjectDetail) => {
    const hold = holdOf(state, now);
    return hold === 'none' || (hold === 'governance' && canBypass) ? undefined : hold;
  };
  const form = useDraftForm({
    state: detail,
    valuesOf: (state: ObjectDetail): Values => ({
      ...draftOf(state),
      floor: lockOf(state) && state.retention_until_date,
    }),
    errorsOf: (values) => {
      const { mode, expires } = draftProblems(values, { now, floor: values.floor });
      return {
        mode: mode && shared(`retention.error.${mode}`),
        expires:
          expires === 'shorter'
            ? t('retention.shorter')
            : expires && shared(`retention.error.${expires}`),
      };
    },
  });
  const save = useSetRetention(version);
  const remove = useRemoveRetention(version);
  const { base, values } = form;
  const lock = lockOf(base);
  const weaker = weakens(values, base, now);

  function submit() {
    const revision = base.revisions.retention;
    const expires = endOfDay(values.expires);
    if (!values.enabled) {
      if (base.retention_mode === undefined) frame.onClose();
      else remove.mutate(revision, savedAndClosed(t('retention.removed'), frame));
    } else if (values.mode !== '' && expires !== undefined) {
      save.mutate(
        { mode: values.mode, expires, bypass: weaker, revision },
        savedAndClosed(t('retention.saved'), frame),
      );
    }
  }

  const specs: readonly FieldSpec<Values>[] = [
    {
      kind: 'switch',
      name: 'enabled',
      label: t('retention.enabled'),
      disabled: lock !== undefined,
    },
    { ...modeField, disabled: lock !== undefined, when: ({ enabled }) => enabled },
  ];
  const { value, onChange, ...expires } = form.input('expires');
  return (
    <FormDialog
      {...frame}
      title={t('retention.dialog')}
      submitLabel={t('save')}
      form={form}
      onSubmit={submit}
      busy={save.isPending || remove.isPending}
      onReload={form.restartWith(reload)}
      notice={weaker && lock === undefined && <WarningNote>{t('retention.bypass')}</WarningNote>}
    >
      {lock !== undefined && <WarningNote>{t(`retention.locked.${lock}`)}</WarningNote>}
      <FieldList specs={specs} fields={form} />
      {values.enabled && <DayField {...expires} value={value} onChange={onChange} />}
    </FormDialog>
  );
}
