import { TagPairFields } from '#web/entities/tag-pairs/tag-pair-fields.tsx';
import { pairsFit, pairsOf, type TagPairs } from '#web/entities/tag-pairs/tag-pairs.ts';
import { showMessage } from '#web/lib/client-state/notify.ts';
import { useText } from '#web/lib/i18n/messages.ts';
import { FormDialog } from '#web/ui/form-dialog.tsx';
import { useDraft } from '#web/ui/use-draft.ts';
import { useSetTags } from '../api/set-tags.ts';
import { summaryText } from '../en.ts';
import { MAX_TAGS, tagError, tagsOf } from '../model/tag-draft.ts';
import type { SettingDialogProps } from './dialog-props.ts';
import classes from './setting-value.module.css';

interface BucketTags {
  readonly tags: Readonly<Record<string, string>>;
  readonly revision: string;
}

function draftOf({ tags }: BucketTags): { readonly pairs: TagPairs } {
  return { pairs: pairsOf(Object.entries(tags).map(([key, value]) => ({ key, value }))) };
}

/** Gives the bucket its tags. */
export function TagsDialog(props: SettingDialogProps<BucketTags>) {
  const { bucket, current, opened, onClose, onReload } = props;
  const t = useText(summaryText);
  const { base, draft, change, restart } = useDraft(opened, current, draftOf);
  const save = useSetTags(bucket);
  const error = tagError(draft.pairs);
  const submit = () =>
    save.mutate(
      { tags: tagsOf(draft.pairs), revision: base.revision },
      {
        onSuccess: () => {
          showMessage(t('tags.saved'));
          onClose();
        },
      },
    );
  return (
    <FormDialog
      opened={opened}
      onClose={onClose}
      title={t('tags.dialog')}
      submitLabel={t('save')}
      onSubmit={submit}
      canSubmit={error === undefined && pairsFit(draft.pairs)}
      busy={save.isPending}
      failure={save.error}
      onReload={() => void onReload().then((fresh) => fresh && restart(fresh))}
    >
      <TagPairFields
        label={t('tags.label')}
        pairs={draft.pairs}
        onChange={(pairs) => change({ pairs })}
      />
      {error && (
        <p className={classes.error} role="status">
          {error.kind === 'duplicate'
            ? t('tags.duplicate', { key: error.key })
            : t(`tags.${error.kind}`, { max: MAX_TAGS })}
        </p>
      )}
    </FormDialog>
  );
}
