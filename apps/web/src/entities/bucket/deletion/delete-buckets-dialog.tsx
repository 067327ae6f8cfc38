import { TextInput } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { useSession } from '#web/entities/session/session.ts';
import { showMessage } from '#web/lib/client-state/notify.ts';
import { useText } from '#web/lib/i18n/messages.ts';
import { uiText } from '#web/ui/en.ts';
import { FormDialog } from '#web/ui/form-dialog.tsx';
import { recoverFocus } from '#web/ui/recover-focus.ts';
import type { DialogFrame } from '#web/ui/use-dialog.ts';
import classes from './deletion-steps.module.css';
import { DeletionProgress, RefusedObjects } from './deletion-steps.tsx';
import { canEmpty, onlyByForce } from './deletion-ways.ts';
import { deletionText } from './en.ts';
import { type DeletableBucket, useBucketDeletion } from './use-bucket-deletion.ts';

interface DeleteBucketsDialogProps extends DialogFrame {
  /** The buckets to delete. */
  readonly buckets: readonly DeletableBucket[];
  /** The remaining buckets if some could not be deleted; empty if all are gone. */
  readonly onDeleted: (left: readonly string[]) => void;
}

function Question({ buckets }: { readonly buckets: readonly DeletableBucket[] }) {
  const t = useText(deletionText);
  const names = buckets.map(({ name }) => name);
  const forced = buckets.filter(onlyByForce).map(({ name }) => name);
  const count = names.length;
  return (
    <div>
      <p>
        {count > 1
          ? t('many', { count, names: names.join(', ') })
          : t('one', { name: names[0] ?? '' })}
      </p>
      {forced.length < count && <p>{t('note')}</p>}
      {forced.length > 0 && <p>{t('forced', { names: forced.join(', ') })}</p>}
    </div>
  );
}

interface OfferProps {
  readonly names: readonly string[];
  /** Whether several buckets were to be deleted. */
  readonly ofMany: boolean;
  readonly canEmptyAll: boolean;
}

function Offer({ names, ofMany, canEmptyAll }: OfferProps) {
  const t = useText(deletionText);
  return (
    <div className={classes.offer}>
      {ofMany && <p>{t('notEmpty', { names: names.join(', ') })}</p>}
      <p>{canEmptyAll ? t('offer') : t('cannotEmpty')}</p>
    </div>
  );
}

/**
 * Confirms the deletion of buckets: their name, or their number, has to be typed. Buckets that are
 * not empty can be emptied first if the user is allowed to.
 */
export function DeleteBucketsDialog(props: DeleteBucketsDialogProps) {
  const { opened, buckets, onClose, onExited, onDeleted } = props;
  const t = useText(deletionText);
  const ui = useText(uiText);
  const [typed, setTyped] = useState('');
  const count = buckets.length;
  const [name = ''] = buckets.map((bucket) => bucket.name);
  const wanted = count > 1 ? t('manyTyped', { count }) : name;
  const deletion = useBucketDeletion({
    buckets,
    onDeleted,
    onFinished: () => {
      showMessage(count > 1 ? t('manyDone', { count }) : t('done', { name }));
      onClose();
    },
  });
  const { step } = deletion;
  const waiting = step.kind === 'notEmpty' || step.kind === 'stopped' ? step.names : [];
  const { versioning } = useSession().capabilities;
  const canEmptyAll = buckets
    .filter((bucket) => waiting.includes(bucket.name))
    .every((bucket) => canEmpty(bucket, versioning));

  function content(): ReactNode {
    switch (step.kind) {
      case 'ask':
        return (
          <>
            <Question buckets={buckets} />
            <TextInput
              label={ui('typeName', { name: wanted })}
              value={typed}
              onChange={(event) => setTyped(event.currentTarget.value)}
              autoComplete="off"
              data-autofocus
            />
          </>
        );
      case 'notEmpty':
        return <Offer names={step.names} ofMany={count > 1} canEmptyAll={canEmptyAll} />;
      case 'emptying':
        return (
          <DeletionProgress
            label={t('emptying', { name: step.progress.name })}
            deleted={step.progress.deleted}
          />
        );
      case 'stopped':
        return <p role="status">{t('stopped')}</p>;
      case 'refused':
        return step.refusals.map((refusals) => (
          <RefusedObjects key={refusals.name} {...refusals} />
        ));
    }
  }

  const submits = {
    ask: {
      label: t('action'),
      missing: typed === wanted ? undefined : ui('typeName', { name: wanted }),
      run: deletion.start,
    },
    notEmpty: {
      label: t('empty'),
      missing: canEmptyAll ? undefined : t('cannotEmpty'),
      run: () => deletion.startEmptying(waiting),
    },
    emptying: { label: t('stop'), missing: undefined, run: deletion.stop },
    stopped: { label: t('goOn'), missing: undefined, run: () => deletion.startEmptying(waiting) },
    refused: { label: t('close'), missing: undefined, run: onClose },
  } as const;
  const submit = submits[step.kind];
  return (
    <FormDialog
      opened={opened}
      onClose={step.kind === 'emptying' ? deletion.stop : onClose}
      title={t('title')}
      submitLabel={submit.label}
      onSubmit={submit.run}
      missing={submit.missing}
      busy={deletion.deleting}
      danger={step.kind !== 'refused' && step.kind !== 'emptying'}
      onExited={() => {
        onExited();
        // The bucket's card is gone along with its menu.
        recoverFocus('main');
      }}
    >
      {content()}
    </FormDialog>
  );
}
