import { Button, Divider, Switch, TextInput } from '@mantine/core';
import { useDebouncedCallback } from '@mantine/hooks';
import { bucketNameProblems } from '@stowage/domain/bucket-name';
import {
  type BucketDraft,
  changeBucketDraft,
  EMPTY_BUCKET_DRAFT,
  isLockingFixed,
} from '@stowage/domain/retention';
import { useState } from 'react';
import classes from '#web/entities/bucket/feature-fields.module.css';
import { QuotaFields } from '#web/entities/bucket/quota-fields.tsx';
import { RetentionFields } from '#web/entities/bucket/retention-fields.tsx';
import { useSession } from '#web/entities/session/session.ts';
import { showMessage } from '#web/lib/client-state/notify.ts';
import { useText } from '#web/lib/i18n/messages.ts';
import { FormDialog } from '#web/ui/form-dialog.tsx';
import { useCreateBucket } from '../api/create-bucket.ts';
import { bucketsText } from '../en.ts';
import { isDraftValid, newBucket } from '../model/new-bucket.ts';

interface CreateBucketDialogProps {
  readonly opened: boolean;
  readonly onClose: () => void;
}

const nameDelay = 1000;

/** The draft, and the name as it is being typed: it reaches the draft a second after the last key. */
function useBucketDraft() {
  const [draft, setDraft] = useState(EMPTY_BUCKET_DRAFT);
  const [typed, setTyped] = useState('');
  const [checked, setChecked] = useState(false);
  const change = (part: Partial<BucketDraft>) => setDraft((now) => changeBucketDraft(now, part));
  const check = useDebouncedCallback(
    (name: string) => {
      change({ name });
      setChecked(true);
    },
    { delay: nameDelay, flushOnUnmount: false },
  );
  return {
    draft,
    change,
    typed,
    /** The rules that the name breaks, once it has been looked at. */
    problems: checked && draft.name === typed ? bucketNameProblems(typed) : [],
    ready: draft.name === typed && isDraftValid(draft),
    type: (name: string) => {
      setTyped(name);
      check(name);
    },
    checkNow: () => check.flush(),
    reset: () => {
      check.cancel();
      setDraft(EMPTY_BUCKET_DRAFT);
      setTyped('');
      setChecked(false);
    },
  };
}

/** Creates a bucket with its features. What was entered stays when it could not be created. */
export function CreateBucketDialog({ opened, onClose }: CreateBucketDialogProps) {
  const t = useText(bucketsText);
  const { distributedMode } = useSession();
  const form = useBucketDraft();
  const create = useCreateBucket();
  const { draft, change } = form;
  const close = () => {
    form.reset();
    onClose();
  };
  const save = () =>
    create.mutate(newBucket(draft), {
      onSuccess: () => {
        showMessage(t('create.done', { name: draft.name }));
        close();
      },
    });
  return (
    <FormDialog
      opened={opened}
      onClose={close}
      title={t('create.title')}
      submitLabel={t('create.save')}
      onSubmit={save}
      canSubmit={form.ready}
      busy={create.isPending}
      size="lg"
      secondary={
        <Button variant="default" disabled={create.isPending} onClick={form.reset}>
          {t('create.clear')}
        </Button>
      }
    >
      <TextInput
        label={t('create.name')}
        value={form.typed}
        required
        autoComplete="off"
        spellCheck={false}
        data-autofocus
        error={
          form.problems.length > 0 &&
          form.problems.map((problem) => <span key={problem}>{t(`rule.${problem}`)} </span>)
        }
        onChange={(event) => form.type(event.currentTarget.value)}
        // Enter sends the form, with the name as it is now.
        onKeyDown={(event) => event.key === 'Enter' && form.checkNow()}
        onBlur={form.checkNow}
      />
      <Divider label={t('create.features')} labelPosition="left" />
      {!distributedMode && <p className={classes.note}>{t('create.singleDisk')}</p>}
      <Switch
        label={t('create.versioning')}
        aria-label={t('create.versioning')}
        description={t('create.versioningHint')}
        checked={draft.versioning}
        disabled={!distributedMode}
        onChange={(event) => change({ versioning: event.currentTarget.checked })}
      />
      <Switch
        label={t('create.locking')}
        aria-label={t('create.locking')}
        description={t('create.lockingHint')}
        classNames={{ track: classes.track ?? '' }}
        checked={draft.locking}
        disabled={!distributedMode || isLockingFixed(draft)}
        onChange={(event) => change({ locking: event.currentTarget.checked })}
      />
      <QuotaFields draft={draft} onChange={change} disabled={!distributedMode} />
      <RetentionFields draft={draft} onChange={change} disabled={!distributedMode} />
    </FormDialog>
  );
}
