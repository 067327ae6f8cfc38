import { useText } from '#web/lib/i18n/messages.ts';
import { DeleteDialog } from '#web/ui/delete-dialog.tsx';
import type { DialogFrame } from '#web/ui/use-dialog.ts';
import { type TierKey, useDeleteTier } from './api.ts';
import { tiersText } from './en.ts';

interface DeleteTierDialogProps extends DialogFrame {
  readonly tier: TierKey;
}

/** Confirms the removal of a tier; the server refuses if it is in use, and says by what. */
export function DeleteTierDialog({ tier, ...frame }: DeleteTierDialogProps) {
  const t = useText(tiersText);
  const { name } = tier;
  return (
    <DeleteDialog
      {...frame}
      title={t('remove.title')}
      subject={tier}
      change={useDeleteTier()}
      done={() => t('remove.done', { name })}
    >
      <p>{t('remove.text', { name })}</p>
    </DeleteDialog>
  );
}
