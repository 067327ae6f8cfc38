import { Button } from '@mantine/core';
import type { Section } from '@stowage/contract/bucket-admin/document';
import { useState } from 'react';
import { useText } from '#web/lib/i18n/messages.ts';
import { useDraftForm } from '#web/ui/form/draft-form.ts';
import { FormDialog } from '#web/ui/form-dialog.tsx';
import type { DialogFrame } from '#web/ui/use-dialog.ts';
import { type DocumentSource, useApplySettings, usePreviewSettings } from './api.ts';
import { ChangeList } from './change-list.tsx';
import { documentText } from './en.ts';
import {
  type Application,
  EMPTY_SOURCE,
  previewed,
  sourceOf,
  toggled,
} from './model/application.ts';
import { ResultList } from './result-list.tsx';
import { SourceFields } from './source-fields.tsx';

/** Manages the steps from a document to its results, and the transitions between them. */
function useApplication(bucket: string) {
  const t = useText(documentText);
  const form = useDraftForm({
    state: EMPTY_SOURCE,
    valuesOf: (source) => source,
    errorsOf: (values) =>
      sourceOf(values) === undefined
        ? {
            [values.from === 'file' ? 'reading' : 'otherBucket']: t(
              `source.missing.${values.from}`,
            ),
          }
        : {},
  });
  const [shown, setShown] = useState<Application | undefined>(undefined);
  const preview = usePreviewSettings(bucket);
  const apply = useApplySettings(bucket);
  const look = (at: DocumentSource, before?: readonly Section[]) =>
    preview.mutate(at, { onSuccess: (found) => setShown(previewed(found, before)) });
  const submit = () => {
    const source = sourceOf(form.values);
    if (shown === undefined) return source && look(source);
    if (shown.results !== undefined) return look(shown.preview);
    const { document, revision } = shown.preview;
    apply.mutate(
      { document, sections: shown.chosen, revision },
      { onSuccess: (results) => setShown({ ...shown, results }) },
    );
  };
  return {
    form,
    shown,
    setShown,
    submit,
    busy: preview.isPending || apply.isPending,
    /** Compares the document again after the bucket was changed by somebody else. */
    lookAgain: () => shown && look(shown.preview, shown.chosen),
  };
}

interface ApplySettingsDialogProps extends DialogFrame {
  readonly bucket: string;
}

/** Applies a settings document to a bucket: choose it, review the changes, apply them. */
export function ApplySettingsDialog({ bucket, ...frame }: ApplySettingsDialogProps) {
  const t = useText(documentText);
  const { form, shown, setShown, submit, busy, lookAgain } = useApplication(bucket);
  const choosing = shown !== undefined && shown.results === undefined;
  const submitLabel = () => {
    if (shown === undefined) return t('preview');
    if (shown.results !== undefined) return t('results.again');
    const count = shown.chosen.length;
    return count === 0 ? t('applyNone') : t('applyChosen', { count });
  };
  return (
    <FormDialog
      {...frame}
      title={t('title', { bucket })}
      size={choosing ? 'xl' : 'lg'}
      submitLabel={submitLabel()}
      onSubmit={submit}
      {...(shown === undefined && { form })}
      missing={choosing && shown.chosen.length === 0 ? t('chooseSection') : undefined}
      busy={busy}
      onReload={lookAgain}
      {...(shown?.results && { cancelLabel: t('results.finished') })}
      {...(choosing && {
        secondary: (
          <Button variant="subtle" disabled={busy} onClick={() => setShown(undefined)}>
            {t('back')}
          </Button>
        ),
      })}
    >
      {shown === undefined && <SourceFields bucket={bucket} fields={form} />}
      {choosing && (
        <ChangeList
          bucket={bucket}
          changes={shown.preview.changes}
          chosen={shown.chosen}
          onToggle={(section) =>
            setShown({ ...shown, chosen: toggled(shown.preview.changes, shown.chosen, section) })
          }
        />
      )}
      {shown?.results && <ResultList results={shown.results} />}
    </FormDialog>
  );
}
