import { Radio, Skeleton } from '@mantine/core';
import type { AccessPolicy } from '@stowage/contract/bucket-admin/settings';
import { MAX_POLICY_BYTES } from '@stowage/contract/bucket-admin/settings';
import { anonymousAccess, publicPolicy } from '@stowage/domain/bucket-access';
import { lazy, Suspense } from 'react';
import { showMessage } from '#web/lib/client-state/notify.ts';
import { formatSize } from '#web/lib/format/sizes.ts';
import { useText } from '#web/lib/i18n/messages.ts';
import { readableJson } from '#web/lib/json/readable-json.ts';
import { FormDialog } from '#web/ui/form-dialog.tsx';
import { useDraft } from '#web/ui/use-draft.ts';
import { useSetAccessPolicy } from '../api/set-access-policy.ts';
import { summaryText } from '../en.ts';
import { type PolicyTextError, policyTemplate, policyTextError } from '../model/policy-text.ts';
import { AnonymousNote } from './anonymous-note.tsx';
import type { SettingDialogProps } from './dialog-props.ts';
import classes from './setting-value.module.css';

const CodeEditor = lazy(() =>
  import('#web/ui/code-editor.tsx').then((loaded) => ({ default: loaded.CodeEditor })),
);

const levels = ['PRIVATE', 'PUBLIC', 'CUSTOM'] as const;

interface Draft {
  readonly access: AccessPolicy['access'];
  readonly text: string;
}

const draftOf =
  (bucket: string) =>
  ({ access, definition }: AccessPolicy): Draft => ({
    access,
    text: definition === undefined ? policyTemplate(bucket) : readableJson(definition),
  });

/** The policy that is in force once the draft is set; undefined for none. */
function policyIn({ access, text }: Draft, bucket: string): string | undefined {
  switch (access) {
    case 'PRIVATE':
      return undefined;
    case 'PUBLIC':
      return publicPolicy(bucket);
    case 'CUSTOM':
      return text;
  }
}

function PolicyErrorText({ error }: { readonly error: PolicyTextError }) {
  const t = useText(summaryText);
  const message = () => {
    switch (error.kind) {
      case 'empty':
        return t('access.empty');
      case 'tooLong':
        return t('access.tooLong', { limit: formatSize(MAX_POLICY_BYTES) });
      case 'notJson':
        return t('access.at', { ...error.place, message: t('access.notJson') });
      case 'refused':
        return t('access.at', { ...error.place, message: error.message });
    }
  };
  return (
    <p className={classes.error} role="status">
      {message()}
    </p>
  );
}

/** Makes the bucket private or public, or gives it a policy of its own. */
export function AccessPolicyDialog(props: SettingDialogProps<AccessPolicy>) {
  const { bucket, current, opened, onClose, onReload } = props;
  const t = useText(summaryText);
  const { base, draft, change, restart } = useDraft(opened, current, draftOf(bucket));
  const save = useSetAccessPolicy(bucket);
  const custom = draft.access === 'CUSTOM';
  const error = custom ? policyTextError(draft.text, bucket) : undefined;
  const submit = () =>
    save.mutate(
      {
        access: draft.access,
        revision: base.revision,
        ...(custom && { definition: draft.text }),
      },
      {
        onSuccess: () => {
          showMessage(t('access.saved'));
          onClose();
        },
      },
    );
  return (
    <FormDialog
      opened={opened}
      onClose={onClose}
      title={t('access.dialog')}
      submitLabel={t('set')}
      onSubmit={submit}
      canSubmit={error === undefined}
      busy={save.isPending}
      size="lg"
      notice={<AnonymousNote {...anonymousAccess(bucket, policyIn(draft, bucket))} />}
      failure={save.error}
      onReload={() => void onReload().then((fresh) => fresh && restart(fresh))}
    >
      <Radio.Group
        label={t('access.label')}
        value={draft.access}
        onChange={(value) =>
          change({ access: levels.find((level) => level === value) ?? 'PRIVATE' })
        }
      >
        <div className={classes.choices}>
          {levels.map((level) => (
            <Radio
              key={level}
              value={level}
              label={t(`access.levels.${level}`)}
              description={t(`access.hints.${level}`)}
            />
          ))}
        </div>
      </Radio.Group>
      {custom && (
        <div>
          <Suspense fallback={<Skeleton height={280} radius="sm" />}>
            <CodeEditor
              label={t('access.policy')}
              value={draft.text}
              onChange={(text) => change({ text })}
            />
          </Suspense>
          {error && <PolicyErrorText error={error} />}
        </div>
      )}
    </FormDialog>
  );
}
