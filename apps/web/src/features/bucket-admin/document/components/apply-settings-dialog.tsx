import { Button } from '@mantine/core';
import type { Section } from '@stowage/contract/bucket-admin/document';
import { useText } from '#web/lib/i18n/messages.ts';
import { FormDialog } from '#web/ui/form-dialog.tsx';
import { useDraft } from '#web/ui/use-draft.ts';
import { useApplySettings } from '../api/apply-settings.ts';
import { type DocumentSource, usePreviewSettings } from '../api/preview-settings.ts';
import { documentText } from '../en.ts';
import { EMPTY_APPLICATION, previewed, sourceOf, toggled } from '../model/application.ts';
import { ChangeList } from './change-list.tsx';
import { ResultList } from './result-list.tsx';
import { SourceFields } from './source-fields.tsx';

interface ApplySettingsDialogProps {
  readonly bucket: string;
  readonly opened: boolean;
  readonly onClose: () => void;
}

/** The steps from a document to its results, and what leads from each to the next. */
function useApplication(bucket: string, opened: boolean) {
  const { draft, change } = useDraft(opened, EMPTY_APPLICATION, (state) => state);
  const preview = usePreviewSettings(bucket);
  const apply = useApplySettings(bucket);
  const source = sourceOf(draft);
  const look = (at: DocumentSource, before?: readonly Section[]) => {
    apply.reset();
    preview.mutate(at, { onSuccess: (found) => change(previewed(found, before)) });
  };
  const submit = () => {
    const { preview: shown, chosen, results } = draft;
    if (shown === undefined) return source && look(source);
    if (results !== undefined) return look(shown);
    const { document, revision } = shown;
    apply.mutate(
      { document, sections: chosen, revision },
      { onSuccess: (found) => change({ results: found }) },
    );
  };
  return {
    draft,
    change,
    submit,
    busy: preview.isPending || apply.isPending,
    failure: apply.error,
    canSubmit:
      draft.preview === undefined
        ? source !== undefined
        : draft.results !== undefined || draft.chosen.length > 0,
    /** Looks again at what the document changes, after somebody else has changed the bucket. */
    lookAgain: () => draft.preview && look(draft.preview, draft.chosen),
    back: () => change({ preview: undefined, chosen: [], results: undefined }),
  };
}

/** Applies a document of settings to a bucket: choose it, look at the changes, apply them. */
export function ApplySettingsDialog({ bucket, opened, onClose }: ApplySettingsDialogProps) {
  const t = useText(documentText);
  const steps = useApplication(bucket, opened);
  const { draft, change, busy } = steps;
  const { preview, chosen, results } = draft;
  const submitLabel = () => {
    if (preview === undefined) return t('preview');
    if (results !== undefined) return t('results.again');
    return chosen.length === 0 ? t('applyNone') : t('applyChosen', { count: chosen.length });
  };
  return (
    <FormDialog
      opened={opened}
      onClose={onClose}
      title={t('title', { bucket })}
      size={preview === undefined || results !== undefined ? 'lg' : 'xl'}
      submitLabel={submitLabel()}
      onSubmit={steps.submit}
      canSubmit={steps.canSubmit}
      busy={busy}
      failure={steps.failure}
      onReload={steps.lookAgain}
      {...(results === undefined ? {} : { cancelLabel: t('results.finished') })}
      {...(preview === undefined || results !== undefined
        ? {}
        : {
            secondary: (
              <Button variant="subtle" disabled={busy} onClick={steps.back}>
                {t('back')}
              </Button>
            ),
          })}
    >
      {preview === undefined && <SourceFields bucket={bucket} draft={draft} onChange={change} />}
      {preview !== undefined && results === undefined && (
        <ChangeList
          bucket={bucket}
          changes={preview.changes}
          chosen={chosen}
          onToggle={(section) => change({ chosen: toggled(preview.changes, chosen, section) })}
        />
      )}
      {results !== undefined && <ResultList results={results} />}
    </FormDialog>
  );
}
