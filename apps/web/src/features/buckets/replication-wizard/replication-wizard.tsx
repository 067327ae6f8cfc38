import { Button, Divider } from '@mantine/core';
import type { Bucket } from '@stowage/contract/buckets';
import { useEffect, useReducer } from 'react';
import { RemoteServerFields } from '#web/entities/replication/remote-server-fields.tsx';
import { useSetReplication } from '#web/entities/replication/set-replication.ts';
import { TransferFields } from '#web/entities/replication/transfer-fields.tsx';
import { showMessage } from '#web/lib/client-state/notify.ts';
import { useText } from '#web/lib/i18n/messages.ts';
import { FormDialog } from '#web/ui/form-dialog.tsx';
import { useListExternalBuckets } from './api/list-external-buckets.ts';
import { AssignmentList } from './components/assignment-list.tsx';
import { WizardSteps } from './components/wizard-steps.tsx';
import { wizardText } from './en.ts';
import {
  canContinue,
  isDone,
  newWizard,
  reduceWizard,
  type Wizard,
  type WizardAction,
  wizardRequest,
} from './model/wizard.ts';
import classes from './replication-wizard.module.css';

/** Milliseconds that a tick shows before its bucket leaves the list. */
const tickTime = 500;

interface ReplicationWizardProps {
  readonly opened: boolean;
  readonly buckets: readonly Bucket[];
  readonly onClose: () => void;
  /** The dialog has gone: what was typed into it goes with it. */
  readonly onExited: () => void;
  /** Buckets were set up; `left` are those of them that could not be. */
  readonly onReplicated: (left: readonly string[]) => void;
}

interface StepProps {
  readonly wizard: Wizard;
  readonly buckets: readonly Bucket[];
  readonly dispatch: (action: WizardAction) => void;
}

function RemoteStep({ wizard, dispatch }: StepProps) {
  const t = useText(wizardText);
  return (
    <>
      <RemoteServerFields
        draft={wizard.draft}
        onChange={(part) => dispatch({ type: 'changed', part })}
      />
      <Divider label={t('transfer')} labelPosition="left" />
      <TransferFields
        draft={wizard.draft}
        onChange={(part) => dispatch({ type: 'changed', part })}
      />
    </>
  );
}

function AssignStep({ wizard, buckets, dispatch }: StepProps) {
  const t = useText(wizardText);
  const { assignments, remoteBuckets } = wizard;
  const plain = buckets.filter(
    ({ name, details }) =>
      details?.versioning === false && assignments.some(({ origin }) => origin === name),
  );
  return (
    <>
      {remoteBuckets.length === 0 ? (
        <div className={classes.note} role="status">
          <strong>{t('noRemote.title')}</strong>
          <p>{t('noRemote.text')}</p>
        </div>
      ) : (
        <p className={classes.intro}>{t('intro', { count: assignments.length })}</p>
      )}
      {plain.length > 0 && (
        <p className={classes.note}>
          {t('versioning', { names: plain.map(({ name }) => name).join(', ') })}
        </p>
      )}
      <AssignmentList
        assignments={assignments}
        remoteBuckets={remoteBuckets}
        onAssign={(origin, destination) => dispatch({ type: 'assigned', origin, destination })}
      />
    </>
  );
}

/** After some buckets were set up and others not: the ticks show for a moment, then theirs leave the list. */
function useSettling({ assignments }: Wizard, dispatch: (action: WizardAction) => void): void {
  const mixed = assignments.some(isDone) && !assignments.every(isDone);
  useEffect(() => {
    if (!mixed) return;
    const timer = setTimeout(() => dispatch({ type: 'settled' }), tickTime);
    return () => clearTimeout(timer);
  }, [mixed, dispatch]);
}

/** Sets up replication of several buckets: the remote server first, then where each bucket goes. */
export function ReplicationWizard(props: ReplicationWizardProps) {
  const { opened, buckets, onClose, onExited, onReplicated } = props;
  const t = useText(wizardText);
  const [wizard, dispatch] = useReducer(
    reduceWizard,
    buckets.map(({ name }) => name),
    newWizard,
  );
  const list = useListExternalBuckets();
  const set = useSetReplication();
  useSettling(wizard, dispatch);
  const { step } = wizard;
  const busy = list.isPending || set.isPending;

  const next = () =>
    list.mutate(wizard.draft, {
      onSuccess: (remoteBuckets) => dispatch({ type: 'listed', remoteBuckets }),
    });
  const create = () =>
    set.mutate(wizardRequest(wizard), {
      onSuccess: (states) => {
        const answer: WizardAction = { type: 'answered', states, noAnswer: t('noAnswer') };
        const { assignments } = reduceWizard(wizard, answer);
        const left = assignments.filter((one) => !isDone(one));
        dispatch(answer);
        onReplicated(left.map(({ origin }) => origin));
        if (left.length > 0) return;
        showMessage(t('allDone', { count: assignments.length }));
        onClose();
      },
    });
  return (
    <FormDialog
      opened={opened}
      onClose={onClose}
      onExited={onExited}
      title={t('title')}
      submitLabel={t(step === 'remote' ? 'next' : 'create')}
      onSubmit={step === 'remote' ? next : create}
      canSubmit={canContinue(wizard)}
      busy={busy}
      size="lg"
      secondary={
        step === 'assign' && (
          <Button variant="default" disabled={busy} onClick={() => dispatch({ type: 'wentBack' })}>
            {t('back')}
          </Button>
        )
      }
    >
      <WizardSteps current={step} />
      {step === 'remote' ? (
        <RemoteStep wizard={wizard} buckets={buckets} dispatch={dispatch} />
      ) : (
        <AssignStep wizard={wizard} buckets={buckets} dispatch={dispatch} />
      )}
    </FormDialog>
  );
}
