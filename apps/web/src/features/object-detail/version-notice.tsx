import { Button } from '@mantine/core';
import type { ObjectDetail } from '@stowage/contract/object-detail';
import { formatDateTimeZone } from '#web/lib/format/dates.ts';
import { useText } from '#web/lib/i18n/messages.ts';
import { WarningNote } from '#web/ui/warning-note.tsx';
import { objectDetailText } from './en.ts';
import classes from './object-detail.module.css';

interface VersionNoticeProps {
  readonly detail: ObjectDetail;
  readonly onCurrent: () => void;
  readonly onVersions: () => void;
}

/** Says that the current object is not shown, but an earlier version or a delete marker. */
export function VersionNotice({ detail, onCurrent, onVersions }: VersionNoticeProps) {
  const t = useText(objectDetailText);
  const { is_delete_marker: isMarker, is_latest: isLatest } = detail;
  if (isMarker !== true && isLatest !== false) return null;
  const date = formatDateTimeZone(detail.last_modified ?? '');
  const deleted = isMarker === true && isLatest === true;
  const text = isMarker ? (deleted ? 'marker.current' : 'marker.older') : 'older';
  return (
    <WarningNote>
      {t(text, { date })} {deleted && t('marker.restore')}
      <div className={classes.noticeAction}>
        <Button variant="default" size="compact-sm" onClick={deleted ? onVersions : onCurrent}>
          {t(deleted ? 'gone.versions' : 'gone.current')}
        </Button>
      </div>
    </WarningNote>
  );
}
