import { Button, Group, TextInput } from '@mantine/core';
import { zoneName } from '#web/lib/format/dates.ts';
import { fromLocalTime, toLocalTime } from '#web/lib/format/local-time.ts';
import { useText } from '#web/lib/i18n/messages.ts';
import { useDraftForm } from '#web/ui/form/draft-form.ts';
import { FormDialog } from '#web/ui/form-dialog.tsx';
import type { DialogFrame } from '#web/ui/use-dialog.ts';
import { objectsText } from '../en.ts';

interface RewindDialogProps extends DialogFrame {
  readonly bucket: string;
  /** The time shown, ISO 8601; '' for now. */
  readonly rewind: string;
  readonly onRewind: (rewind: string) => void;
}

const hour = 3_600_000;
const steps = { hour, day: 24 * hour, week: 168 * hour } as const;

/** Selects the time at which to view a bucket. */
export function RewindDialog({ bucket, rewind, onRewind, ...frame }: RewindDialogProps) {
  const t = useText(objectsText);
  const form = useDraftForm({
    state: rewind,
    valuesOf: (now) => ({ date: toLocalTime(now) }),
    errorsOf: ({ date }) => {
      const instant = fromLocalTime(date);
      if (instant === '') return { date: t('rewind.missing') };
      return { date: Date.parse(instant) > Date.now() ? t('rewind.future') : undefined };
    },
  });
  return (
    <FormDialog
      {...frame}
      title={t('rewind.title')}
      submitLabel={t('rewind.submit')}
      form={form}
      onSubmit={() => {
        frame.onClose();
        onRewind(fromLocalTime(form.values.date));
      }}
    >
      <div>{t('rewind.text', { bucket })}</div>
      <TextInput
        type="datetime-local"
        step={1}
        label={t('rewind.date')}
        description={t('zone', { zone: zoneName() })}
        required
        max={toLocalTime(Date.now())}
        data-autofocus
        {...form.input('date')}
      />
      <Group gap="xs">
        {(['hour', 'day', 'week'] as const).map((step) => (
          <Button
            key={step}
            size="compact-sm"
            variant="default"
            onClick={() => form.set({ date: toLocalTime(Date.now() - steps[step]) })}
          >
            {t(`rewind.step.${step}`)}
          </Button>
        ))}
      </Group>
    </FormDialog>
  );
}
