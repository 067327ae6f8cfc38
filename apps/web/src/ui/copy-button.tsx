import { ActionIcon, Tooltip } from '@mantine/core';
import { IconCheck, IconCopy } from '@tabler/icons-react';
import { useEffect, useState } from 'react';
import { showError } from '#web/lib/client-state/notify.ts';
import { copyText } from '#web/lib/copy-text.ts';
import { useText } from '#web/lib/i18n/messages.ts';
import { uiText } from './en.ts';

interface CopyButtonProps {
  readonly value: string;
  /** Name of what is copied, for the label: 'Copy {what}'. */
  readonly what: string;
}

const shownFor = 2000;

/** Copies a text to the clipboard, and confirms it for two seconds. */
export function CopyButton({ value, what }: CopyButtonProps) {
  const t = useText(uiText);
  const [copied, setCopied] = useState(false);
  useEffect(() => {
    if (!copied) return;
    const timer = setTimeout(() => setCopied(false), shownFor);
    return () => clearTimeout(timer);
  }, [copied]);
  const copy = async () => {
    if (await copyText(value)) setCopied(true);
    else showError(new Error(t('notCopied', { what })));
  };
  const label = copied ? t('copied') : t('copy', { what });
  return (
    <Tooltip label={label}>
      <ActionIcon size="sm" aria-label={label} onClick={() => void copy()}>
        {copied ? <IconCheck size={16} stroke={1.6} /> : <IconCopy size={16} stroke={1.6} />}
      </ActionIcon>
    </Tooltip>
  );
}
