import { Button, Divider, Switch, TextInput } from '@mantine/core';
import { useDebouncedCallback } from '@mantine/hooks';
import { useState } from 'react';
import { QuotaFields } from '#web/entities/bucket/quota-fields.tsx';
import { OptionalRetentionFields } from '#web/entities/bucket/retention-fields.tsx';
import { useSession } from '#web/entities/session/session.ts';
import { useText } from '#web/lib/i18n/messages.ts';
import { type Fields, useDraftForm } from '#web/ui/form/draft-form.ts';
import { savedAndClosed } from '#web/ui/form/saved.ts';
import { FormDialog } from '#web/ui/form-dialog.tsx';
import type { DialogFrame } from '#web/ui/use-dialog.ts';
import { useCreateBucket } from '../api/create-bucket.ts';
import { bucketsText } from '../en.ts';
import {
  bucketBody,
  bucketErrors,
  EMPTY_BUCKET,
  followBucket,
  type NewBucket,
  nameErrors,
} from '../model/new-bucket.ts';
import classes from './create-bucket-dialog.module.css';

const nameDelay = 1000;

interface NameFieldProps {
  readonly fields: Fields<NewBucket>;
  /** Reports whether the form lacks a part of what was typed. */
  readonly onTyping: (typing: boolean) => void;
}

/** The name being typed, debounced: the form receives it a second after the last key. */
function NameField({ fields, onTyping }: NameFieldProps) {
  const t = useText(bucketsText);
  const { name } = fields.values;
  const [typed, setTyped] = useState({ name, settled: name });
  // Clear has reset the form.
  if (name !== typed.settled) setTyped({ name, settled: name });
  const settle = useDebouncedCallback(
    (next: string) => {
      setTyped({ name: next, settled: next });
      fields.set({ name: next });
      onTyping(false);
    },
    { delay: nameDelay, flushOnUnmount: false },
  );
  const input = fields.input('name');
  // The form shows one error per name, but several rules may be broken; if none is, the error is
  // the server's.
  const wrong = nameErrors(name);
  return (
    <TextInput
      {...input}
      label={t('create.name')}
      value={typed.name}
      required
      autoComplete="off"
      spellCheck={false}
      data-autofocus
      error={
        typed.name === name &&
        input.error &&
        (wrong.length > 0 ? wrong.map((error) => <span key={error}>{error} </span>) : input.error)
      }
      onChange={(event) => {
        setTyped({ name: event.currentTarget.value, settled: name });
        settle(event.currentTarget.value);
        onTyping(true);
      }}
      // Enter submits the form with the current name.
      onKeyDown={(event) => event.key === 'Enter' && settle.flush()}
      onBlur={() => settle.flush()}
    />
  );
}

/** Creates a bucket with its features. The input is kept on failure. */
export function CreateBucketDialog(frame: DialogFrame) {
  const t = useText(bucketsText);
  const { distributedMode, capabilities } = useSession();
  const { versioning, locking, quota } = capabilities;
  const form = useDraftForm({
    state: EMPTY_BUCKET,
    valuesOf: (empty) => empty,
    errorsOf: bucketErrors,
    follow: followBucket,
  });
  const [typing, setTyping] = useState(false);
  const create = useCreateBucket();
  const { values, checkbox } = form;
  const save = () =>
    create.mutate(
      bucketBody(values),
      savedAndClosed(t('create.done', { name: values.name }), frame),
    );
  return (
    <FormDialog
      {...frame}
      title={t('create.title')}
      submitLabel={t('create.save')}
      form={{ ...form, isDirty: () => typing || form.isDirty() }}
      onSubmit={save}
      busy={create.isPending}
      size="lg"
      secondary={
        <Button
          variant="default"
          disabled={create.isPending}
          onClick={() => form.restart(EMPTY_BUCKET)}
        >
          {t('create.clear')}
        </Button>
      }
    >
      <NameField fields={form} onTyping={setTyping} />
      {(versioning || locking || quota) && (
        <Divider label={t('create.features')} labelPosition="left" />
      )}
      {!distributedMode && <p className={classes.note}>{t('create.singleDisk')}</p>}
      {versioning && (
        <Switch
          label={t('create.versioning')}
          aria-label={t('create.versioning')}
          description={t('create.versioningHint')}
          disabled={!distributedMode}
          {...checkbox('versioning')}
        />
      )}
      {locking && (
        <Switch
          label={t('create.locking')}
          aria-label={t('create.locking')}
          description={t('create.lockingHint')}
          classNames={{ track: classes.track ?? '' }}
          disabled={!distributedMode || values.retention.enabled}
          {...checkbox('locking')}
        />
      )}
      {quota && <QuotaFields fields={form.part('quota')} disabled={!distributedMode} />}
      {locking && (
        <OptionalRetentionFields fields={form.part('retention')} disabled={!distributedMode} />
      )}
    </FormDialog>
  );
}
