import { Button } from '@mantine/core';
import { formatNumber } from '#web/lib/format/numbers.ts';
import { useText } from '#web/lib/i18n/messages.ts';
import { objectsText } from '../en.ts';
import classes from './view-notices.module.css';

interface SelectionNoticeProps {
  /** Number of rows that are loaded and selected. */
  readonly loaded: number;
  /** Everything is selected, including what is not loaded. */
  readonly everything: boolean;
  readonly searching: boolean;
  readonly onSelectEverything: () => void;
  readonly onClear: () => void;
}

/** Says that Select all only selected the loaded rows, and offers the rest of the folder. */
export function SelectionNotice(props: SelectionNoticeProps) {
  const { loaded, everything, searching } = props;
  const t = useText(objectsText);
  const what = searching ? 'found' : 'folder';
  return (
    <div className={classes.notice} role="status">
      <span>
        {everything
          ? t(`everything.selected.${what}`)
          : t('everything.loaded', { formatted: formatNumber(loaded) })}
      </span>
      {everything ? (
        <Button size="compact-sm" variant="subtle" onClick={props.onClear}>
          {t('everything.clear')}
        </Button>
      ) : (
        <Button size="compact-sm" variant="subtle" onClick={props.onSelectEverything}>
          {t(`everything.select.${what}`)}
        </Button>
      )}
    </div>
  );
}
