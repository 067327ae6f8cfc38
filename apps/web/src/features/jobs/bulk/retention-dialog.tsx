import type { RetentionMode } from '@stowage/domain/retention';
import { objectText } from '#web/entities/object/en.ts';
import type { BulkTask } from '#web/entities/object/object-dialogs.ts';
import {
  type CalendarDay,
  dayProblem,
  endOfDay,
  NO_DAY,
} from '#web/entities/object/retention/calendar-day.ts';
import { DayField } from '#web/entities/object/retention/day-field.tsx';
import { useRetentionModeField } from '#web/entities/object/retention/retention-mode-field.ts';
import { useText } from '#web/lib/i18n/messages.ts';
import { type FieldErrors, useDraftForm } from '#web/ui/form/draft-form.ts';
import { FieldList } from '#web/ui/form/field-list.tsx';
import { FormDialog } from '#web/ui/form-dialog.tsx';
import type { DialogFrame } from '#web/ui/use-dialog.ts';
import { WarningNote } from '#web/ui/warning-note.tsx';
import { jobsText } from '../en.ts';
import { Amount } from './amount.tsx';
import { useStartTask } from './use-start-task.ts';

interface RetentionDialogProps extends DialogFrame {
  readonly task: BulkTask;
}

interface RetentionValues {
  readonly mode: RetentionMode | '';
  readonly until: CalendarDay;
}

const wireModes = { governance: 'GOVERNANCE', compliance: 'COMPLIANCE' } as const;

function useRetentionForm(task: BulkTask) {
  const t = useText(objectText);
  return useDraftForm({
    state: task,
    valuesOf: (): RetentionValues => ({ mode: '', until: NO_DAY }),
    errorsOf: ({ mode, until }): FieldErrors => {
      const problem = dayProblem(until, new Date());
      return {
        mode: mode === '' ? t('retention.error.mode') : undefined,
        until: problem && t(`retention.error.${problem}`),
      };
    },
  });
}

/** Locks the selection until a date, as a server-side job. */
export function RetentionDialog({ task, ...frame }: RetentionDialogProps) {
  const { bucket, selection } = task;
  const t = useText(jobsText);
  const form = useRetentionForm(task);
  const { start, busy } = useStartTask(task, frame);
  const modeField = useRetentionModeField();
  const { mode } = form.values;
  const submit = () => {
    const until = endOfDay(form.values.until);
    if (mode === '' || until === undefined) return;
    start({ kind: 'retention', bucket, selection, mode: wireModes[mode], until });
  };
  const { value, onChange, ...until } = form.input('until');
  return (
    <FormDialog
      {...frame}
      title={t('retention.title')}
      submitLabel={t('retention.set')}
      form={form}
      onSubmit={submit}
      busy={busy}
      notice={mode === 'compliance' && <WarningNote>{t('retention.compliance')}</WarningNote>}
    >
      <Amount bucket={bucket} selection={selection} />
      <FieldList specs={[modeField]} fields={form} />
      <DayField {...until} value={value} onChange={onChange} />
      <p>{t('retention.text')}</p>
    </FormDialog>
  );
}
