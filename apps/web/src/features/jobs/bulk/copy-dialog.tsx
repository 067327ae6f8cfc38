import { TextInput } from '@mantine/core';
import { CONFLICT_RULES, type ConflictRule, type JobTarget } from '@stowage/contract/jobs';
import { baseName, parentPrefix } from '@stowage/domain/object-key';
import { useQuery } from '@tanstack/react-query';
import { bucketsQuery } from '#web/entities/bucket/buckets-query.ts';
import type { BulkTask } from '#web/entities/object/object-dialogs.ts';
import { useText } from '#web/lib/i18n/messages.ts';
import { type FieldErrors, useDraftForm } from '#web/ui/form/draft-form.ts';
import { FieldList } from '#web/ui/form/field-list.tsx';
import type { FieldSpec } from '#web/ui/form/field-spec.ts';
import { FormDialog } from '#web/ui/form-dialog.tsx';
import type { DialogFrame } from '#web/ui/use-dialog.ts';
import { jobsText } from '../en.ts';
import { folderKey, nameProblem, targetProblem } from '../model/copy-draft.ts';
import { Amount } from './amount.tsx';
import { useStartTask } from './use-start-task.ts';

type CopyTask = BulkTask & { readonly kind: 'copy' | 'move' | 'rename' };

interface CopyDialogProps extends DialogFrame {
  readonly task: CopyTask;
}

interface CopyValues {
  readonly bucket: string;
  readonly prefix: string;
  readonly name: string;
  readonly conflict: ConflictRule;
  readonly metadata: boolean;
  readonly tags: boolean;
}

/** Returns the item to rename. */
function itemOf({ kind, selection }: CopyTask): string | undefined {
  return kind === 'rename' && 'items' in selection ? selection.items[0] : undefined;
}

function targetOf(task: CopyTask, { bucket, prefix, name }: CopyValues): JobTarget {
  const item = itemOf(task);
  if (item === undefined) return { bucket, prefix: folderKey(prefix) };
  return { bucket: task.bucket, prefix: parentPrefix(item), name };
}

function useCopyForm(task: CopyTask) {
  const t = useText(jobsText);
  return useDraftForm({
    state: task,
    valuesOf: ({ bucket, folder }): CopyValues => ({
      bucket,
      prefix: folder,
      name: baseName(itemOf(task) ?? ''),
      conflict: 'skip',
      metadata: true,
      tags: true,
    }),
    errorsOf: (values): FieldErrors => {
      const item = itemOf(task);
      const target = targetOf(task, values);
      const name = item === undefined ? undefined : nameProblem(item, target);
      const place = targetProblem(task.bucket, task.selection, target);
      return {
        bucket: values.bucket === '' ? t('copy.blank') : undefined,
        prefix: place && t(`copy.${place}`),
        name: name && t(`copy.${name}`),
      };
    },
  });
}

/** Returns the fields; the account can choose among the buckets it can list. */
function useSpecs({ kind }: CopyTask): readonly FieldSpec<CopyValues>[] {
  const t = useText(jobsText);
  const { data } = useQuery(bucketsQuery);
  const names = data?.buckets?.map(({ name }) => name) ?? [];
  const bucket: FieldSpec<CopyValues> =
    names.length === 0
      ? { kind: 'text', name: 'bucket', label: t('copy.bucket') }
      : {
          ...{ kind: 'choice', as: 'select', name: 'bucket', label: t('copy.bucket') },
          options: names.map((name) => ({ value: name, label: name })),
        };
  const place: readonly FieldSpec<CopyValues>[] =
    kind === 'rename'
      ? []
      : [
          bucket,
          {
            ...{ kind: 'text', name: 'prefix', label: t('copy.folder') },
            description: t('copy.folderHint'),
          },
        ];
  return [
    ...place,
    {
      ...{ kind: 'choice', as: 'radio', name: 'conflict', label: t('copy.conflict') },
      options: CONFLICT_RULES.map((rule) => ({ value: rule, label: t(`copy.rule.${rule}`) })),
    },
    { kind: 'switch', name: 'metadata', label: t('copy.metadata') },
    { kind: 'switch', name: 'tags', label: t('copy.tags') },
  ];
}

/** Copies, moves or renames the selection, as a server-side job. */
export function CopyDialog({ task, ...frame }: CopyDialogProps) {
  const { kind, bucket, selection, versioned } = task;
  const t = useText(jobsText);
  const form = useCopyForm(task);
  const { start, busy } = useStartTask(task, frame);
  const specs = useSpecs(task);
  const submit = () => {
    const { conflict, metadata, tags } = form.values;
    const target = targetOf(task, form.values);
    start({
      kind: kind === 'copy' ? 'copy' : 'move',
      ...{ bucket, selection, target, conflict, metadata, tags },
    });
  };
  return (
    <FormDialog
      {...frame}
      title={t(`copy.title.${kind}`)}
      submitLabel={t(`copy.${kind}`)}
      form={form}
      onSubmit={submit}
      busy={busy}
    >
      <Amount bucket={bucket} selection={selection} />
      {kind === 'rename' && (
        <TextInput
          label={t('copy.name')}
          autoComplete="off"
          spellCheck={false}
          data-autofocus
          {...form.input('name')}
        />
      )}
      <FieldList specs={specs} fields={form} />
      {kind !== 'copy' && (
        <p>
          {t('copy.moveText')} {versioned && t('copy.moveVersions')}
        </p>
      )}
    </FormDialog>
  );
}
