import { useQuery } from '@tanstack/react-query';
import { useText } from '#web/lib/i18n/messages.ts';
import { Name } from '#web/ui/name.tsx';
import { SettingCard } from '#web/ui/setting-card.tsx';
import { Tag } from '#web/ui/tag.tsx';
import { tagsQuery } from '../api/get-tags.ts';
import { summaryText } from '../en.ts';
import type { CardProps } from './card-props.ts';
import { EditButton } from './edit-button.tsx';
import { Loaded } from './loaded.tsx';
import { SettingValue } from './setting-value.tsx';
import classes from './tags-card.module.css';
import { TagsDialog } from './tags-dialog.tsx';
import { useSettingDialog } from './use-setting-dialog.ts';

/** The tags of the bucket. */
export function TagsCard({ bucket, canChange }: CardProps) {
  const t = useText(summaryText);
  const query = useQuery(tagsQuery(bucket));
  const dialog = useSettingDialog(query);
  const title = t('tags.title');
  return (
    <SettingCard
      title={title}
      width="full"
      action={canChange && query.data && <EditButton what={title} onClick={dialog.open} />}
    >
      <Loaded query={query}>
        {({ tags }) => {
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
        }}
      </Loaded>
      {query.data && <TagsDialog bucket={bucket} current={query.data} {...dialog.props} />}
    </SettingCard>
  );
}
