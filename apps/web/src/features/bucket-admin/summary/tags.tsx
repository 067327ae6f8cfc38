import { useQuery } from '@tanstack/react-query';
import { TagPairFields } from '#web/entities/tag-pairs/tag-pair-fields.tsx';
import { pairsOf } from '#web/entities/tag-pairs/tag-pairs.ts';
import { useText } from '#web/lib/i18n/messages.ts';
import { useDraftForm } from '#web/ui/form/draft-form.ts';
import { savedAndClosed } from '#web/ui/form/saved.ts';
import { FormDialog } from '#web/ui/form-dialog.tsx';
import { Name } from '#web/ui/name.tsx';
import { Tag } from '#web/ui/tag.tsx';
import { tagsQuery, useSetTags } from './api.ts';
import { summaryText } from './en.ts';
import { MAX_TAGS, tagError, tagsOf } from './model/tag-draft.ts';
import { type CardProps, Setting, type SettingDialogProps, SettingValue } from './setting.tsx';
import classes from './tags.module.css';

interface BucketTags {
  readonly tags: Readonly<Record<string, string>>;
  readonly revision: string;
}

function TagList({ tags }: Pick<BucketTags, 'tags'>) {
  const t = useText(summaryText);
  const pairs = Object.entries(tags);
  if (pairs.length === 0) return <SettingValue>{t('tags.none')}</SettingValue>;
  return (
    <ul className={classes.tags}>
      {pairs.map(([key, value]) => (
        <li key={key} className={classes.tag} title={`${key}=${value}`}>
          <Tag>
            <Name>{value === '' ? key : `${key}=${value}`}</Name>
          </Tag>
        </li>
      ))}
    </ul>
  );
}

/** Edits the tags of the bucket. */
function TagsDialog({ bucket, current, reload, ...frame }: SettingDialogProps<BucketTags>) {
  const t = useText(summaryText);
  const form = useDraftForm({
    state: current,
    valuesOf: ({ tags }) => ({
      tags: pairsOf(Object.entries(tags).map(([key, value]) => ({ key, value }))),
    }),
    errorsOf: ({ tags }) => {
      const error = tagError(tags);
      const key = error?.kind === 'duplicate' ? error.key : '';
      return { tags: error && t(`tags.${error.kind}`, { key, max: MAX_TAGS }) };
    },
  });
  const save = useSetTags(bucket);
  return (
    <FormDialog
      {...frame}
      title={t('tags.dialog')}
      submitLabel={t('save')}
      form={form}
      onSubmit={() =>
        save.mutate(
          { tags: tagsOf(form.values.tags), revision: form.base.revision },
          savedAndClosed(t('tags.saved'), frame),
        )
      }
      busy={save.isPending}
      onReload={form.restartWith(reload)}
    >
      <TagPairFields label={t('tags.label')} pairs={form.values.tags} {...form.input('tags')} />
    </FormDialog>
  );
}

/** The tags of the bucket. */
export function TagsSetting({ bucket, canChange }: CardProps) {
  const t = useText(summaryText);
  return (
    <Setting
      title={t('tags.title')}
      width="full"
      bucket={bucket}
      query={useQuery(tagsQuery(bucket))}
      canChange={canChange}
      value={(data) => <TagList {...data} />}
      dialog={(props) => <TagsDialog {...props} />}
    />
  );
}
