import type { PolicyDetail } from '@stowage/contract/identity/policies';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { useOwnName } from '#web/entities/identity/use-own-name.ts';
import { useRefusals } from '#web/entities/identity/use-refusals.ts';
import { showMessage } from '#web/lib/client-state/notify.ts';
import { useText } from '#web/lib/i18n/messages.ts';
import { readableJson } from '#web/lib/json/readable-json.ts';
import { diffContext, diffLines } from '#web/lib/text-diff.ts';
import { FormDialog } from '#web/ui/form-dialog.tsx';
import type { DialogFrame } from '#web/ui/use-dialog.ts';
import { WarningNote } from '#web/ui/warning-note.tsx';
import { holdersQuery, policyQuery, useSavePolicy } from './api.ts';
import { policiesText } from './en.ts';
import { PolicyDiff } from './policy-diff.tsx';

interface SavePolicyDialogProps extends DialogFrame {
  /** The version of the policy that was edited. */
  readonly base: PolicyDetail;
  readonly text: string;
  /** Receives the stored state. */
  readonly onSaved: (policy: PolicyDetail) => void;
}

const AROUND = 3;

/** Whether the policy is attached to the own account, as far as the account can tell. */
function useIsOwn(policy: string): boolean {
  const name = useOwnName();
  const enabled = useRefusals()('admin:ListUsers') === undefined;
  const { data: users } = useQuery({ ...holdersQuery(policy, 'users'), enabled });
  return users?.includes(name) === true;
}

/** Shows the changes before a policy overwrites the stored one, which may be newer. */
export function SavePolicyDialog({ base, text, onSaved, ...frame }: SavePolicyDialogProps) {
  const t = useText(policiesText);
  const queryClient = useQueryClient();
  const save = useSavePolicy();
  const isOwn = useIsOwn(base.name);
  const [stored, setStored] = useState(base);
  const lines = useMemo(
    () => diffLines(readableJson(stored.policy), readableJson(text)),
    [stored.policy, text],
  );
  const changed = lines.filter(({ kind }) => kind !== 'same').length;
  const load = (use: (fresh: typeof base) => void) =>
    // A failure to load has already been reported.
    void queryClient
      .fetchQuery({ ...policyQuery(base.name), staleTime: 0 })
      .then(use, () => undefined);
  const reload = () =>
    load((fresh) => {
      setStored(fresh);
      save.reset();
    });
  const send = () =>
    save.mutate(
      { name: base.name, policy: readableJson(text), revision: stored.revision },
      {
        onSuccess: () => {
          showMessage(t('json.done'));
          frame.onClose();
          load(onSaved);
        },
      },
    );
  return (
    <FormDialog
      {...frame}
      title={t('json.review', { name: base.name })}
      submitLabel={t('json.save')}
      busy={save.isPending}
      size="xl"
      onSubmit={send}
      onReload={reload}
    >
      {stored !== base && <WarningNote>{t('json.newer')}</WarningNote>}
      <div role="status">{isOwn && <WarningNote>{t('json.own')}</WarningNote>}</div>
      <p role="status">
        {changed === 0 ? t('json.same') : t('json.reviewText', { count: changed })}
      </p>
      {changed > 0 && <PolicyDiff lines={diffContext(lines, AROUND)} />}
    </FormDialog>
  );
}
