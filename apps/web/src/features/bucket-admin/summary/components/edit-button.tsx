import { Button } from '@mantine/core';
import { useText } from '#web/lib/i18n/messages.ts';
import { summaryText } from '../en.ts';

interface EditButtonProps {
  /** What is edited, for readers. */
  readonly what: string;
  readonly onClick: () => void;
}

/** Opens the dialog of a setting. */
export function EditButton({ what, onClick }: EditButtonProps) {
  const t = useText(summaryText);
  return (
    <Button
      variant="default"
      size="compact-sm"
      aria-label={t('editOf', { what })}
      aria-haspopup="dialog"
      onClick={onClick}
    >
      {t('edit')}
    </Button>
  );
}
