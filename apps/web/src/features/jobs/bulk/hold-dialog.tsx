import type { BulkTask } from '#web/entities/object/object-dialogs.ts';
import { useText } from '#web/lib/i18n/messages.ts';
import { useDraftForm } from '#web/ui/form/draft-form.ts';
import { FieldList } from '#web/ui/form/field-list.tsx';
import { FormDialog } from '#web/ui/form-dialog.tsx';
import type { DialogFrame } from '#web/ui/use-dialog.ts';
import { jobsText } from '../en.ts';
import { Amount } from './amount.tsx';
import { useStartTask } from './use-start-task.ts';

interface HoldDialogProps extends DialogFrame {
  readonly task: BulkTask;
}

const statuses = ['enabled', 'disabled'] as const;

interface HoldValues {
  readonly status: (typeof statuses)[number];
}

/** Sets or removes the selection's legal hold, as a server-side job. */
export function HoldDialog({ task, ...frame }: HoldDialogProps) {
  const { bucket, selection } = task;
  const t = useText(jobsText);
  const form = useDraftForm({
    state: task,
    valuesOf: (): HoldValues => ({ status: 'enabled' }),
    errorsOf: () => ({}),
  });
  const { start, busy } = useStartTask(task, frame);
  const { status } = form.values;
  return (
    <FormDialog
      {...frame}
      title={t('hold.title')}
      submitLabel={t(`hold.submit.${status}`)}
      form={form}
      onSubmit={() => start({ kind: 'legal-hold', bucket, selection, status })}
      busy={busy}
    >
      <Amount bucket={bucket} selection={selection} />
      <FieldList
        specs={[
          {
            ...{ kind: 'choice', as: 'radio', name: 'status', label: t('hold.label') },
            options: statuses.map((value) => ({
              value,
              label: t(`hold.status.${value}`),
              description: t(`hold.hint.${value}`),
            })),
          },
        ]}
        fields={form}
      />
      <p>{t('hold.text')}</p>
    </FormDialog>
  );
}
