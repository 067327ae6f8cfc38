import { ActionIcon, Tooltip } from '@mantine/core';
import { IconPencil } from '@tabler/icons-react';
import { useRef, useState } from 'react';
import { useText } from '#web/lib/i18n/messages.ts';
import { pagePath } from '#web/lib/router/page-path.ts';
import { Crumbs } from '#web/ui/crumbs.tsx';
import { objectsText } from '../en.ts';
import { crumbs } from '../model/folders.ts';
import { PathField } from './path-field.tsx';
import classes from './path-heading.module.css';

interface PathHeadingProps {
  readonly bucket: string;
  readonly folder: string;
  /**
   * Query parameters preserved in links to other folders; undefined until the location is known.
   */
  readonly query: string | undefined;
}

/** The breadcrumb of the open folder: links, or a field to enter another path. */
export function PathHeading({ bucket, folder, query }: PathHeadingProps) {
  const t = useText(objectsText);
  const [editing, setEditing] = useState(false);
  const wasEditing = useRef(false);
  if (editing && query !== undefined) {
    const close = () => {
      wasEditing.current = true;
      setEditing(false);
    };
    return <PathField bucket={bucket} folder={folder} query={query} onClose={close} />;
  }
  const below = [{ key: '', name: bucket }, ...crumbs(folder)];
  return (
    <div className={classes.heading}>
      <Crumbs
        below={below.map(({ key, name }) => ({
          name,
          to: pagePath('objectBrowser', { bucketName: bucket, rest: key }, query),
        }))}
      />
      {query !== undefined && (
        <Tooltip label={t('path.edit')}>
          <ActionIcon
            // Leaving the field returns the focus.
            ref={(button) => {
              if (wasEditing.current) button?.focus();
              wasEditing.current = false;
            }}
            className={classes.edit ?? ''}
            size={28}
            aria-label={t('path.edit')}
            onClick={() => setEditing(true)}
          >
            <IconPencil size={16} stroke={1.6} aria-hidden />
          </ActionIcon>
        </Tooltip>
      )}
    </div>
  );
}
