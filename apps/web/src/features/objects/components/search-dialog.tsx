import { SimpleGrid, TextInput } from '@mantine/core';
import { zoneName } from '#web/lib/format/dates.ts';
import { useText } from '#web/lib/i18n/messages.ts';
import { useDraftForm } from '#web/ui/form/draft-form.ts';
import { FormDialog } from '#web/ui/form-dialog.tsx';
import type { DialogFrame } from '#web/ui/use-dialog.ts';
import { objectsText } from '../en.ts';
import type { ObjectSearch } from '../model/browse-search.ts';
import { searchDraft, searchOf, searchProblems } from '../model/search-draft.ts';

interface SearchDialogProps extends DialogFrame {
  readonly search: ObjectSearch;
  readonly onSearch: (search: ObjectSearch) => void;
}

/** All search criteria: a name or a pattern, sizes and times. */
export function SearchDialog({ search, onSearch, ...frame }: SearchDialogProps) {
  const t = useText(objectsText);
  const form = useDraftForm({
    state: search,
    valuesOf: searchDraft,
    errorsOf: (draft) =>
      Object.fromEntries(
        Object.entries(searchProblems(draft)).map(([field, problem]) => [
          field,
          t(`searching.${problem}`),
        ]),
      ),
  });
  return (
    <FormDialog
      {...frame}
      title={t('searching.title')}
      submitLabel={t('searching.submit')}
      form={form}
      onSubmit={() => {
        frame.onClose();
        onSearch(searchOf(form.values));
      }}
    >
      <TextInput
        label={t('searching.name')}
        description={t('searching.nameHint')}
        autoComplete="off"
        spellCheck={false}
        maxLength={1024}
        data-autofocus
        {...form.input('search')}
      />
      <SimpleGrid cols={{ base: 1, xs: 2 }}>
        <TextInput label={t('searching.minSize')} placeholder="10 MiB" {...form.input('minSize')} />
        <TextInput label={t('searching.maxSize')} placeholder="1 GiB" {...form.input('maxSize')} />
        <TextInput
          type="datetime-local"
          step={1}
          label={t('searching.after')}
          description={t('zone', { zone: zoneName() })}
          {...form.input('after')}
        />
        <TextInput
          type="datetime-local"
          step={1}
          label={t('searching.before')}
          description={t('zone', { zone: zoneName() })}
          {...form.input('before')}
        />
      </SimpleGrid>
    </FormDialog>
  );
}
