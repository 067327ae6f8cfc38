import { ActionIcon, Button } from '@mantine/core';
import { IconTrash } from '@tabler/icons-react';
import { type ChangeEvent, useRef, useState } from 'react';
import { discardUpload } from '#web/entities/transfers/parts/send-in-parts.ts';
import { isSameFile, type UploadRecord } from '#web/entities/transfers/parts/upload-ledger.ts';
import { useTransferStore } from '#web/entities/transfers/transfer-context.ts';
import { formatPercent } from '#web/lib/format/numbers.ts';
import { formatSize } from '#web/lib/format/sizes.ts';
import { useText } from '#web/lib/i18n/messages.ts';
import { visibleName } from '#web/lib/names/visible-name.ts';
import { DockRow } from '#web/ui/dock/dock-row.tsx';
import { transfersText } from './en.ts';

/**
 * An upload started by an earlier page. The browser no longer has its file, so the user selects it
 * again, and its parts are compared with the stored ones.
 */
export function PausedRow({ record }: { readonly record: UploadRecord }) {
  const t = useText(transfersText);
  const store = useTransferStore();
  const input = useRef<HTMLInputElement>(null);
  const [isOther, setOther] = useState(false);
  const { bucket, key, name, size } = record;
  const share = record.storedBytes / size;

  const choose = ({ currentTarget }: ChangeEvent<HTMLInputElement>) => {
    const [file] = currentTarget.files ?? [];
    // Allows the same file to be selected again.
    currentTarget.value = '';
    if (file === undefined) return;
    const isSame = isSameFile(record, file);
    setOther(!isSame);
    if (!isSame) return;
    const folder = key.slice(0, key.length - name.length);
    store.upload([{ file, path: name }], { bucket, folder });
  };
  const discard = () => {
    store.ledger.remove(record);
    void discardUpload(record);
  };

  return (
    <DockRow
      state="paused"
      name={name}
      fullName={visibleName(`${bucket}/${key}`)}
      status={t('paused', { percent: formatPercent(share) })}
      actions={
        <ActionIcon size={22} aria-label={t('discard', { name })} onClick={discard}>
          <IconTrash size={14} stroke={1.8} aria-hidden />
        </ActionIcon>
      }
      progress={{ share, label: t('progress', { name }) }}
      note={{
        text: isOther ? t('otherFile', { name, size: formatSize(size) }) : t('pausedNote'),
        actions: (
          <>
            <Button
              size="compact-xs"
              variant="default"
              aria-label={t('chooseFor', { name })}
              onClick={() => input.current?.click()}
            >
              {t('choose')}
            </Button>
            <input
              ref={input}
              type="file"
              hidden
              aria-label={t('chooseFor', { name })}
              onChange={choose}
            />
          </>
        ),
      }}
    />
  );
}
