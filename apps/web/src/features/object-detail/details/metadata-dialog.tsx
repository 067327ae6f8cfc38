import { ObjectMetadata } from '@stowage/contract/schemas/object-detail';
import { useText } from '#web/lib/i18n/messages.ts';
import { schemaErrors, useDraftForm } from '#web/ui/form/draft-form.ts';
import { FieldList } from '#web/ui/form/field-list.tsx';
import type { FieldSpec } from '#web/ui/form/field-spec.ts';
import { savedAndClosed } from '#web/ui/form/saved.ts';
import { FormDialog } from '#web/ui/form-dialog.tsx';
import { useSetMetadata } from '../api.ts';
import { objectDetailText } from '../en.ts';
import {
  bodyOf,
  CONTENT_HEADERS,
  draftOf,
  type MetadataDraft,
  repeatedName,
} from '../model/metadata-draft.ts';
import type { SettingDialogProps } from './setting-props.ts';

/** Replaces the headers and the user metadata of an object. */
export function MetadataDialog({ version, detail, reload, ...frame }: SettingDialogProps) {
  const t = useText(objectDetailText);
  const form = useDraftForm({
    state: detail,
    valuesOf: draftOf,
    errorsOf: (values: MetadataDraft) => {
      const header = t('metadata.error.header');
      const words = Object.fromEntries(CONTENT_HEADERS.map((name) => [name, header]));
      const twice = repeatedName(values);
      return {
        ...schemaErrors(ObjectMetadata, bodyOf(values), {
          ...words,
          user_metadata: t('metadata.error.user'),
        }),
        ...(twice !== undefined && { user_metadata: t('metadata.error.twice', { name: twice }) }),
      };
    },
  });
  const save = useSetMetadata(version);
  const headers: readonly FieldSpec<MetadataDraft>[] = CONTENT_HEADERS.map((name) => ({
    kind: 'text',
    name,
    label: t(`metadata.headers.${name}`),
  }));
  const isVersioned = (detail.version_id ?? '') !== '';
  return (
    <FormDialog
      {...frame}
      title={t('metadata.dialog')}
      submitLabel={t('save')}
      form={form}
      onSubmit={() =>
        save.mutate(
          { ...bodyOf(form.values), revision: form.base.revisions.metadata },
          savedAndClosed(t('metadata.saved'), frame),
        )
      }
      busy={save.isPending}
      onReload={form.restartWith(reload)}
      notice={t(isVersioned ? 'metadata.notice.versioned' : 'metadata.notice.plain')}
    >
      <FieldList
        specs={[
          ...headers,
          {
            kind: 'pairs',
            name: 'user_metadata',
            label: t('metadata.user'),
            description: t('metadata.userHint'),
          },
        ]}
        fields={form}
      />
    </FormDialog>
  );
}
