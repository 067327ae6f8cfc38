import { ActionIcon, CopyButton as CopyControl, Tooltip } from '@mantine/core';
import { IconCheck, IconCopy } from '@tabler/icons-react';
import { useText } from '#web/lib/i18n/messages.ts';
import { uiText } from './en.ts';

interface CopyButtonProps {
  readonly value: string;
  /** What is copied, for the label: 'Copy {what}'. */
  readonly what: string;
}

/** Puts a text into the clipboard and says so for two seconds. */
export function CopyButton({ value, what }: CopyButtonProps) {
  const t = useText(uiText);
  return (
    <CopyControl value={value} timeout={2000}>
      {({ copied, copy }) => {
        const label = copied ? t('copied') : t('copy', { what });
        return (
          <Tooltip label={label}>
            <ActionIcon size="sm" aria-label={label} onClick={copy}>
              {copied ? <IconCheck size={16} stroke={1.6} /> : <IconCopy size={16} stroke={1.6} />}
            </ActionIcon>
          </Tooltip>
        );
      }}
    </CopyControl>
  );
}
