import { TextInput } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { MAX_TAG_KEY, MAX_TAG_VALUE } from '@stowage/contract/object-detail';
import { useText } from '#web/lib/i18n/messages.ts';
import { errorsBelow, useDraftForm } from '#web/ui/form/draft-form.ts';
import { savedAndClosed } from '#web/ui/form/saved.ts';
import { FormDialog } from '#web/ui/form-dialog.tsx';
import { useSetTags } from '../api.ts';
import { objectDetailText } from '../en.ts';
import { type TagDraft, tagProblems, withTag } from '../model/tag-draft.ts';
import type { SettingDialogProps } from './setting-props.ts';

/** Validation messages wait for a pause in typing. */
const PAUSE_MS = 500;

/** Adds a tag to a version. */
export function AddTagDialog({ version, detail, reload, ...frame }: SettingDialogProps) {
  const t = useText(objectDetailText);
  const form = useDraftForm({
    state: detail,
    valuesOf: (): { readonly tags: TagDraft } => ({ tags: { key: '', value: '' } }),
    errorsOf: (values) => {
      const { key, value } = tagProblems(values.tags);
      return errorsBelow('tags', {
        key: key && t(`tags.error.${key}`, { max: MAX_TAG_KEY }),
        value: value && t(`tags.error.${value}`, { max: MAX_TAG_VALUE }),
      });
    },
  });
  const save = useSetTags(version);
  const { revisions, tags = {} } = form.base;
  const [paused] = useDebouncedValue(form.values.tags.key.trim(), PAUSE_MS);
  const replaced = Object.hasOwn(tags, paused) ? tags[paused] : undefined;
  const { input } = form.part('tags');
  const key = input('key');
  /** Why the server rejected the tags. */
  const { error: refused } = form.input('tags');
  return (
    <FormDialog
      {...frame}
      title={t('tags.addDialog')}
      submitLabel={t('save')}
      form={form}
      onSubmit={() =>
        save.mutate(
          { tags: withTag(tags, form.values.tags), revision: revisions.tags },
          savedAndClosed(t('tags.added'), frame),
        )
      }
      busy={save.isPending}
      onReload={form.restartWith(reload)}
    >
      <TextInput
        label={t('tags.key')}
        required
        autoComplete="off"
        data-autofocus
        description={
          replaced === undefined ? undefined : t('tags.replaces', { key: paused, value: replaced })
        }
        {...key}
        error={key.error ?? refused}
      />
      <TextInput label={t('tags.value')} required autoComplete="off" {...input('value')} />
    </FormDialog>
  );
}
