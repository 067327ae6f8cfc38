import { MultiSelect, Pill, TagsInput } from '@mantine/core';
import type { HolderResult } from '@stowage/contract/identity/policies';
import { useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { groupsQuery, userNamesQuery } from '#web/entities/identity/api.ts';
import { OwnAccountWarning } from '#web/entities/identity/own-account-warning.tsx';
import { showMessage } from '#web/lib/client-state/notify.ts';
import { useText } from '#web/lib/i18n/messages.ts';
import { isolatedText } from '#web/lib/names/visible-name.ts';
import { useDraftForm } from '#web/ui/form/draft-form.ts';
import { FormDialog } from '#web/ui/form-dialog.tsx';
import { Name } from '#web/ui/name.tsx';
import type { DialogFrame } from '#web/ui/use-dialog.ts';
import { WarningNote } from '#web/ui/warning-note.tsx';
import { type HolderKind, useChangeHolders } from './api.ts';
import { policiesText } from './en.ts';

interface ChangeHoldersDialogProps extends DialogFrame {
  readonly policy: string;
  readonly kind: HolderKind;
  /** Who the policy is attached to. */
  readonly holders: readonly string[];
}

/** Maximum number of names offered at a time. */
const OFFERED = 50;
const noNames: readonly string[] = [];
const nothing = { attach: [] as string[], detach: [] as string[] };

interface ChosenName {
  readonly value?: unknown;
  readonly onRemove?: () => void;
  readonly disabled?: boolean | undefined;
}

/**
 * Names of users and groups are untrusted: their bidirectional characters must not affect the
 * surrounding text.
 */
const DRAWN = {
  renderOption: ({ option }: { readonly option: { readonly value: unknown } }) => (
    <Name>{String(option.value)}</Name>
  ),
  renderPill: ({ value, onRemove, disabled = false }: ChosenName) => (
    <Pill withRemoveButton={!disabled} disabled={disabled} {...(onRemove && { onRemove })}>
      <Name>{String(value)}</Name>
    </Pill>
  ),
} as const;

/** Attaches the policy to several users or groups, and detaches it from others. */
export function ChangeHoldersDialog(props: ChangeHoldersDialogProps) {
  const { policy, kind, holders, ...frame } = props;
  const t = useText(policiesText);
  const change = useChangeHolders(policy, kind);
  const [failed, setFailed] = useState<readonly HolderResult[]>([]);
  const form = useDraftForm({
    state: nothing,
    valuesOf: (state) => state,
    errorsOf: ({ attach, detach }) => ({
      attach: attach.length + detach.length === 0 ? t('holders.nothing') : undefined,
    }),
  });
  // Names that are not listed can be typed: directory users, or if the list is not accessible.
  const users = useQuery({ ...userNamesQuery, enabled: kind === 'users' });
  const groups = useQuery({ ...groupsQuery, enabled: kind === 'groups' });
  const { data: known = noNames } = kind === 'users' ? users : groups;
  const offered = useMemo(() => {
    const has = new Set(holders);
    return known.filter((name) => !has.has(name));
  }, [known, holders]);
  const send = () =>
    change.mutate(form.values, {
      onSuccess: (results) => {
        const wrong = results.filter(({ error }) => error !== undefined);
        setFailed(wrong);
        if (wrong.length > 0) return;
        showMessage(t('holders.done'));
        frame.onClose();
      },
    });
  return (
    <FormDialog
      {...frame}
      title={t(`${kind}.dialog`)}
      submitLabel={t('holders.apply')}
      form={form}
      busy={change.isPending}
      onSubmit={send}
      notice={
        <div role="status">
          {failed.length > 0 && (
            <WarningNote>
              {t('holders.partly')}
              <ul>
                {failed.map(({ name, error }) => (
                  <li key={name}>
                    {isolatedText(name)}: {isolatedText(error ?? '')}
                  </li>
                ))}
              </ul>
            </WarningNote>
          )}
        </div>
      }
    >
      <TagsInput
        label={t(`${kind}.attach`)}
        description={t('holders.namesHint')}
        data={offered}
        limit={OFFERED}
        {...DRAWN}
        acceptValueOnBlur
        {...form.input('attach')}
      />
      {holders.length > 0 && (
        <MultiSelect
          label={t(`${kind}.detach`)}
          data={[...holders]}
          searchable
          limit={OFFERED}
          {...DRAWN}
          nothingFoundMessage={t('holders.noMatch')}
          {...form.input('detach')}
        />
      )}
      <OwnAccountWarning losing={kind === 'users' ? form.values.detach : []} />
    </FormDialog>
  );
}
