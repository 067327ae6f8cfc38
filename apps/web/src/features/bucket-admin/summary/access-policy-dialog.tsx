import { Radio, Skeleton } from '@mantine/core';
import { type AccessPolicy, MAX_POLICY_BYTES } from '@stowage/contract/bucket-admin/settings';
import { type AnonymousAccess, anonymousAccess, publicPolicy } from '@stowage/domain/bucket-access';
import { Suspense } from 'react';
import { formatSize } from '#web/lib/format/sizes.ts';
import { translate, useText } from '#web/lib/i18n/messages.ts';
import { readableJson } from '#web/lib/json/readable-json.ts';
import { useDraftForm } from '#web/ui/form/draft-form.ts';
import { savedAndClosed } from '#web/ui/form/saved.ts';
import { FormDialog } from '#web/ui/form-dialog.tsx';
import { lazyPart } from '#web/ui/lazy-part.ts';
import { WarningNote } from '#web/ui/warning-note.tsx';
import { useSetAccessPolicy } from './api.ts';
import { summaryText } from './en.ts';
import { policyTemplate, policyTextError } from './model/policy-text.ts';
import classes from './setting.module.css';
import type { SettingDialogProps } from './setting.tsx';
import { useAbilities } from './use-abilities.ts';

const PolicyEditor = lazyPart(
  () => import('#web/entities/policy-editor/policy-editor.tsx'),
  'PolicyEditor',
);

/** Warns what anonymous users will be able to do before it is applied. */
function AnonymousNote(anonymous: AnonymousAccess) {
  const t = useText(summaryText);
  const abilities = useAbilities();
  // Always rendered, so that screen readers announce the warning when it appears.
  return (
    <div role="status">
      {anonymous.open && (
        <WarningNote>
          {anonymous.abilities.length === 0
            ? t('access.anonymousOther')
            : t('access.anonymous', { abilities: abilities(anonymous) })}
        </WarningNote>
      )}
    </div>
  );
}

const LEVELS = ['PRIVATE', 'PUBLIC', 'CUSTOM'] as const;

interface PolicyValues {
  readonly access: AccessPolicy['access'];
  readonly definition: string;
}

/** Returns the policy in effect once the values are applied; undefined for none. */
function policyIn({ access, definition }: PolicyValues, bucket: string): string | undefined {
  switch (access) {
    case 'PRIVATE':
      return undefined;
    case 'PUBLIC':
      return publicPolicy(bucket);
    case 'CUSTOM':
      return definition;
  }
}

/** Returns the error in the policy text, as a sentence with its position. */
function policyError(text: string, bucket: string): string | undefined {
  const error = policyTextError(text, bucket);
  switch (error?.kind) {
    case undefined:
      return undefined;
    case 'empty':
      return translate(summaryText, 'access.empty');
    case 'tooLong':
      return translate(summaryText, 'access.tooLong', { limit: formatSize(MAX_POLICY_BYTES) });
    case 'notJson': {
      const message = translate(summaryText, 'access.notJson');
      return translate(summaryText, 'access.at', { ...error.place, message });
    }
    case 'refused':
      return translate(summaryText, 'access.at', { ...error.place, message: error.message });
  }
}

/** Whether the editor lists the problem among its findings already. */
function isFinding(text: string, bucket: string): boolean {
  const kind = policyTextError(text, bucket)?.kind;
  return kind === 'notJson' || kind === 'refused';
}

/** Makes the bucket private or public, or sets a custom policy. */
export function AccessPolicyDialog({
  bucket,
  current,
  reload,
  ...frame
}: SettingDialogProps<AccessPolicy>) {
  const t = useText(summaryText);
  const form = useDraftForm({
    state: current,
    valuesOf: ({ access, definition }): PolicyValues => ({
      access,
      definition: definition === undefined ? policyTemplate(bucket) : readableJson(definition),
    }),
    errorsOf: ({ access, definition }) => ({
      definition: access === 'CUSTOM' ? policyError(definition, bucket) : undefined,
    }),
  });
  const save = useSetAccessPolicy(bucket);
  const { access, definition } = form.values;
  const custom = access === 'CUSTOM';
  const { value, onChange } = form.input('definition');
  return (
    <FormDialog
      {...frame}
      title={t('access.dialog')}
      submitLabel={t('set')}
      form={form}
      onSubmit={() =>
        save.mutate(
          { access, revision: form.base.revision, ...(custom && { definition }) },
          savedAndClosed(t('access.saved'), frame),
        )
      }
      busy={save.isPending}
      size="lg"
      notice={<AnonymousNote {...anonymousAccess(bucket, policyIn(form.values, bucket))} />}
      onReload={form.restartWith(reload)}
    >
      <Radio.Group label={t('access.label')} {...form.input('access')}>
        <div className={classes.choices}>
          {LEVELS.map((level) => (
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
        <div data-path="definition">
          <Suspense fallback={<Skeleton height={280} radius="sm" />}>
            <PolicyEditor
              label={t('access.policy')}
              bucket={bucket}
              value={value}
              onChange={onChange}
              error={isFinding(value, bucket) ? undefined : form.missing}
            />
          </Suspense>
        </div>
      )}
    </FormDialog>
  );
}
