import { NumberInput, Stack } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import {
  type ShareDuration,
  shareDurationProblems,
  shareMilliseconds,
} from '@stowage/domain/share-duration';
import { useQuery } from '@tanstack/react-query';
import type { ObjectVersion } from '#web/entities/object/detail-parts.ts';
import { shownName } from '#web/entities/object/shown-name.ts';
import { showMessage, showModalError } from '#web/lib/client-state/notify.ts';
import { copyText } from '#web/lib/copy-text.ts';
import { useText } from '#web/lib/i18n/messages.ts';
import { QueryFailure } from '#web/ui/error-state.tsx';
import { type FieldErrors, useDraftForm } from '#web/ui/form/draft-form.ts';
import { FormDialog } from '#web/ui/form-dialog.tsx';
import { Name } from '#web/ui/name.tsx';
import { numberOrNone } from '#web/ui/number-or-none.ts';
import type { DialogFrame } from '#web/ui/use-dialog.ts';
import { linkQuery } from './api.ts';
import { objectShareText } from './en.ts';
import { PublicAddress } from './public-address.tsx';
import classes from './share-dialog.module.css';
import { ShareLink } from './share-link.tsx';

interface ShareDialogProps extends DialogFrame {
  readonly version: ObjectVersion;
}

interface DurationValues {
  readonly days: number | string;
  readonly hours: number | string;
  readonly minutes: number | string;
}

const LONGEST: DurationValues = { days: 7, hours: 0, minutes: 0 };
/** Debounced, so that not every key press creates a link. */
const TYPING_MS = 300;

function durationOf({ days, hours, minutes }: DurationValues): ShareDuration {
  const read = (value: number | string) => numberOrNone(value) ?? Number.NaN;
  return { days: read(days), hours: read(hours), minutes: read(minutes) };
}

function useDuration() {
  const t = useText(objectShareText);
  return useDraftForm({
    state: LONGEST,
    valuesOf: (state) => state,
    errorsOf: (values): FieldErrors => {
      const { days, hours, minutes, none } = shareDurationProblems(durationOf(values));
      return {
        days: days && t('daysError'),
        hours: hours && t(hours === 'range' ? 'hoursError' : 'sevenDays'),
        minutes:
          (minutes && t(minutes === 'range' ? 'minutesError' : 'sevenDays')) ?? (none && t('none')),
      };
    },
  });
}

/** Creates a link to an object, or to one of its versions, that is valid for a limited time. */
export function ShareDialog({ version, ...frame }: ShareDialogProps) {
  const t = useText(objectShareText);
  const form = useDuration();
  const wrong = form.missing !== undefined;
  const asked = wrong ? 0 : shareMilliseconds(durationOf(form.values));
  const [milliseconds] = useDebouncedValue(asked, TYPING_MS);
  const isCurrent = !wrong && asked === milliseconds;
  const link = useQuery({ ...linkQuery(version, milliseconds), enabled: isCurrent });
  const url = isCurrent ? link.data : undefined;

  const copy = async () => {
    if (url === undefined) return;
    if (await copyText(url)) showMessage(t('copied'));
    else showModalError(new Error(t('notCopied')));
  };
  const number = (name: keyof DurationValues, max: number) => (
    <NumberInput
      label={t(name)}
      min={0}
      max={max}
      clampBehavior="none"
      allowNegative={false}
      allowDecimal={false}
      {...form.input(name)}
    />
  );
  return (
    <FormDialog
      {...frame}
      title={t('title')}
      submitLabel={t('copy')}
      cancelLabel={t('close')}
      missing={form.missing ?? (url === undefined ? t('wait') : undefined)}
      sends={false}
      onSubmit={() => void copy()}
      size="lg"
    >
      <Stack gap="xs">
        <p className={classes.object}>
          <Name>{shownName(version.key)}</Name>
        </p>
        {version.versionId !== undefined && (
          <p className={classes.version}>{t('version', { version: version.versionId })}</p>
        )}
        <p className={classes.text}>{t('intro')}</p>
      </Stack>
      <PublicAddress version={version} />
      <fieldset className={classes.duration}>
        <legend>{t('duration')}</legend>
        {number('days', 7)}
        {number('hours', 23)}
        {number('minutes', 59)}
      </fieldset>
      <QueryFailure title={t('failed')} query={link} />
      {!link.isError && <ShareLink url={url} asked={milliseconds} />}
    </FormDialog>
  );
}
