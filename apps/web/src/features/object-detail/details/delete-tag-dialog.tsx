import { shownName } from '#web/entities/object/shown-name.ts';
import { useText } from '#web/lib/i18n/messages.ts';
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx';
import { savedAndClosed } from '#web/ui/form/saved.ts';
import { useSetTags } from '../api.ts';
import { objectDetailText } from '../en.ts';
import { withoutTag } from '../model/tag-draft.ts';
import type { SettingDialogProps } from './setting-props.ts';

interface DeleteTagDialogProps extends SettingDialogProps {
  /** Key of the tag. */
  readonly tag: string;
}

/** Removes a tag from a version. */
export function DeleteTagDialog({ version, detail, reload, tag, ...frame }: DeleteTagDialogProps) {
  const t = useText(objectDetailText);
  const save = useSetTags(version);
  const { tags = {}, revisions } = detail;
  return (
    <ConfirmDialog
      {...frame}
      title={t('tags.deleteDialog')}
      confirmLabel={t('tags.deleteConfirm')}
      busy={save.isPending}
      onConfirm={() =>
        save.mutate(
          { tags: withoutTag(tags, tag), revision: revisions.tags },
          savedAndClosed(t('tags.deleted'), frame),
        )
      }
      onReload={() => void reload().then(frame.onClose)}
    >
      {t('tags.deleteText', { tag, name: shownName(version.key) })}
    </ConfirmDialog>
  );
}
