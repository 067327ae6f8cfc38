import type { ConfigDetail } from '@stowage/contract/settings/configs';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { ConfigChanges } from '#web/entities/config/config-changes.tsx';
import { type ConfigChange, saveBody } from '#web/entities/config/config-fields.ts';
import { configQuery, useSaveConfig } from '#web/entities/config/config-query.ts';
import { ApiError, detailOf } from '#web/lib/api/api-error.ts';
import { showMessage } from '#web/lib/client-state/notify.ts';
import { useText } from '#web/lib/i18n/messages.ts';
import type { FormControl } from '#web/ui/form/draft-form.ts';
import { FormDialog } from '#web/ui/form-dialog.tsx';
import type { DialogFrame } from '#web/ui/use-dialog.ts';
import { WarningNote } from '#web/ui/warning-note.tsx';
import { configLabel } from '../config-label.ts';
import { settingsText } from '../en.ts';

interface ReviewDialogProps extends DialogFrame {
  /** The state the changes were made from. */
  readonly base: ConfigDetail;
  /** The default target if omitted. */
  readonly target: string | undefined;
  /** 'none' for a new target. */
  readonly revision: string;
  readonly changes: readonly ConfigChange[];
  readonly labels: Readonly<Record<string, string>>;
  readonly form: Pick<FormControl, 'refuse'>;
  readonly onSaved: () => void;
}

/** Returns the same changes relative to a newer state. */
function rebased(changes: readonly ConfigChange[], state: ConfigDetail): ConfigChange[] {
  return changes
    .map((change) => {
      const now = state.key_values.find(({ key }) => key === change.key);
      return { ...change, from: now?.value ?? '' };
    })
    .filter(({ secret, from, to }) => secret || from !== to);
}

/** Shows what changes, and when, before it is saved; again after a conflicting change. */
export function ReviewDialog(props: ReviewDialogProps) {
  const { base, target, revision, changes, labels, form, onSaved, ...frame } = props;
  const t = useText(settingsText);
  const queryClient = useQueryClient();
  const save = useSaveConfig();
  const [stored, setStored] = useState({ state: base, revision });
  const shown = rebased(changes, stored.state);
  const reload = () =>
    // A failure to load has already been reported.
    void queryClient.fetchQuery({ ...configQuery(base.name, target), staleTime: 0 }).then(
      (state) => setStored({ state, revision: state.revision }),
      () => undefined,
    );
  const send = () =>
    save.mutate(
      { name: base.name, target, revision: stored.revision, body: saveBody(shown) },
      {
        onSuccess: () => {
          showMessage(t('review.done'));
          onSaved();
        },
        onError: (error) => {
          if (error instanceof ApiError && error.field !== undefined) {
            form.refuse(error.field, detailOf(error) || error.message);
          }
        },
      },
    );
  return (
    <FormDialog
      {...frame}
      title={t('review.title', { label: configLabel(t, base.name) })}
      submitLabel={t('form.save')}
      missing={shown.length === 0 ? t('form.unchanged') : undefined}
      busy={save.isPending}
      size="lg"
      onSubmit={send}
      onReload={reload}
    >
      {stored.state !== base && <WarningNote>{t('review.newer')}</WarningNote>}
      <p role="status">
        {t('review.text', { count: shown.length })}{' '}
        {t(base.restart ? 'form.restart' : 'form.atOnce')}
      </p>
      <ConfigChanges label={t('review.list')} changes={shown} labels={labels} />
    </FormDialog>
  );
}
