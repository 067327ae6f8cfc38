import { MAX_OBJECT_TAGS, MAX_TAG_KEY, MAX_TAG_VALUE } from '@stowage/contract/object-detail';
import type { ObjectAbilities } from '#web/entities/object/object-abilities.ts';
import type { BulkTask } from '#web/entities/object/object-dialogs.ts';
import { useText } from '#web/lib/i18n/messages.ts';
import { type FieldErrors, useDraftForm } from '#web/ui/form/draft-form.ts';
import { FieldList } from '#web/ui/form/field-list.tsx';
import type { FieldSpec } from '#web/ui/form/field-spec.ts';
import { FormDialog } from '#web/ui/form-dialog.tsx';
import type { DialogFrame } from '#web/ui/use-dialog.ts';
import { jobsText } from '../en.ts';
import {
  missingAction,
  type TagsDraft,
  type TagsProblem,
  tagsOf,
  tagsProblem,
} from '../model/tags-draft.ts';
import { Amount } from './amount.tsx';
import { useStartTask } from './use-start-task.ts';

interface TagDialogProps extends DialogFrame {
  readonly task: BulkTask;
}

const modes = ['add', 'replace', 'remove'] as const;

const limits: Partial<Record<TagsProblem, number>> = {
  longKey: MAX_TAG_KEY,
  longValue: MAX_TAG_VALUE,
  tooMany: MAX_OBJECT_TAGS,
};

function useTagForm(task: BulkTask) {
  const t = useText(jobsText);
  return useDraftForm({
    state: task,
    valuesOf: ({ abilities }): TagsDraft => ({
      mode: missingAction('add', abilities) === undefined ? 'add' : 'replace',
      tags: [{ id: 0, key: '', value: '' }],
      keys: [],
    }),
    errorsOf: (values): FieldErrors => {
      const problem = tagsProblem(values);
      const field = values.mode === 'remove' ? 'keys' : 'tags';
      return { [field]: problem && t(`tag.error.${problem}`, { max: limits[problem] ?? 0 }) };
    },
  });
}

function useSpecs(abilities: ObjectAbilities): readonly FieldSpec<TagsDraft>[] {
  const t = useText(jobsText);
  return [
    {
      ...{ kind: 'choice', as: 'radio', name: 'mode', label: t('tag.mode') },
      options: modes.map((mode) => {
        const action = missingAction(mode, abilities);
        return {
          value: mode,
          label: t(`tag.modes.${mode}`),
          description: action === undefined ? t(`tag.hints.${mode}`) : t('tag.needs', { action }),
          disabled: action !== undefined,
        };
      }),
    },
    {
      ...{ kind: 'pairs', name: 'tags', label: t('tag.tags') },
      when: ({ mode }) => mode !== 'remove',
    },
    {
      ...{ kind: 'list', name: 'keys', label: t('tag.keys'), description: t('tag.keysHint') },
      when: ({ mode }) => mode === 'remove',
    },
  ];
}

/** Adds, replaces or removes tags of the selection, as a server-side job. */
export function TagDialog({ task, ...frame }: TagDialogProps) {
  const { bucket, selection, abilities } = task;
  const t = useText(jobsText);
  const form = useTagForm(task);
  const { start, busy } = useStartTask(task, frame);
  const specs = useSpecs(abilities);
  const { mode } = form.values;
  return (
    <FormDialog
      {...frame}
      title={t('tag.title')}
      submitLabel={t(`tag.modes.${mode}`)}
      form={form}
      onSubmit={() => start({ kind: 'tag', bucket, selection, mode, tags: tagsOf(form.values) })}
      busy={busy}
    >
      <Amount bucket={bucket} selection={selection} />
      <FieldList specs={specs} fields={form} />
    </FormDialog>
  );
}
