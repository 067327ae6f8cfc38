import { UnstyledButton } from '@mantine/core';
import { MAX_OBJECT_TAGS } from '@stowage/contract/object-detail';
import { IconX } from '@tabler/icons-react';
import { useText } from '#web/lib/i18n/messages.ts';
import { Name } from '#web/ui/name.tsx';
import { Tag } from '#web/ui/tag.tsx';
import { useDialog } from '#web/ui/use-dialog.ts';
import { objectDetailText } from '../en.ts';
import { tagText } from '../model/tag-draft.ts';
import { AddTagDialog } from './add-tag-dialog.tsx';
import { DeleteTagDialog } from './delete-tag-dialog.tsx';
import { DetailSection, DetailValue } from './detail-section.tsx';
import type { SettingProps } from './setting-props.ts';
import classes from './tags.module.css';

interface TagListProps {
  readonly tags: Readonly<Record<string, string>>;
  /** Omitted if tags cannot be removed. */
  readonly onRemove: ((key: string) => void) | undefined;
}

function TagList({ tags, onRemove }: TagListProps) {
  const t = useText(objectDetailText);
  const pairs = Object.entries(tags);
  if (pairs.length === 0) return <DetailValue>{t('tags.none')}</DetailValue>;
  return (
    <ul className={classes.tags}>
      {pairs.map(([key, value]) => (
        <li key={key} className={classes.tag}>
          <Tag>
            <Name>{tagText(key, value)}</Name>
            {onRemove !== undefined && (
              <UnstyledButton
                className={classes.remove}
                aria-label={t('tags.remove', { tag: key })}
                aria-haspopup="dialog"
                onClick={() => onRemove(key)}
              >
                <IconX size={12} stroke={2} aria-hidden />
              </UnstyledButton>
            )}
          </Tag>
        </li>
      ))}
    </ul>
  );
}

/** The tags of a version, as chips that can be added and removed. */
export function Tags({ version, detail, abilities, reload }: Omit<SettingProps, 'lockable'>) {
  const t = useText(objectDetailText);
  const adding = useDialog<true>();
  const removing = useDialog<string>();
  const { readTags, addTags, deleteTags } = abilities;
  const { tags } = detail;
  if (!readTags || tags === undefined) {
    return (
      <DetailSection title={t('tags.title')}>
        <DetailValue>{t('unreadable', { action: 's3:GetObjectTagging' })}</DetailValue>
      </DetailSection>
    );
  }
  // Removing one of several tags rewrites the remaining ones.
  const canRemove = deleteTags && (addTags || Object.keys(tags).length === 1);
  const isFull = Object.keys(tags).length >= MAX_OBJECT_TAGS;
  const shared = { version, detail, tags, reload };
  return (
    <DetailSection
      title={t('tags.title')}
      editLabel={t('tags.add')}
      onEdit={addTags && !isFull ? () => adding.open(true) : undefined}
    >
      <TagList tags={tags} onRemove={canRemove ? removing.open : undefined} />
      {isFull && <DetailValue>{t('tags.full', { max: MAX_OBJECT_TAGS })}</DetailValue>}
      {adding.subject && <AddTagDialog key={adding.turn} {...adding.frame} {...shared} />}
      {removing.subject !== undefined && (
        <DeleteTagDialog
          key={removing.turn}
          {...removing.frame}
          {...shared}
          tag={removing.subject}
        />
      )}
    </DetailSection>
  );
}
