import { Divider } from '@mantine/core';
import type { Bucket } from '@stowage/contract/buckets';
import { useEffect, useState } from 'react';
import { bucketsQuery } from '#web/entities/bucket/buckets-query.ts';
import { useSetReplication } from '#web/entities/replication/api.ts';
import { replicationText } from '#web/entities/replication/en.ts';
import {
  remoteServerErrors,
  targetUrl,
  withoutScheme,
} from '#web/entities/replication/remote-server.ts';
import { RemoteServerFields } from '#web/entities/replication/remote-server-fields.tsx';
import { TransferFields } from '#web/entities/replication/transfer-fields.tsx';
import { transferErrors } from '#web/entities/replication/transfer-options.ts';
import { showMessage } from '#web/lib/client-state/notify.ts';
import { useText } from '#web/lib/i18n/messages.ts';
import { type Fields, useDraftForm } from '#web/ui/form/draft-form.ts';
import type { DialogFrame } from '#web/ui/use-dialog.ts';
import { WizardDialog, type WizardStep } from '#web/ui/wizard/wizard-dialog.tsx';
import { WizardSummary } from '#web/ui/wizard/wizard-summary.tsx';
import { useListExternalBuckets } from './api.ts';
import { AssignmentList } from './assignment-list.tsx';
import { wizardText } from './en.ts';
import {
  type Assignment,
  areAssigned,
  assigned,
  isDone,
  newDraft,
  proposed,
  type WizardDraft,
  withResults,
  wizardRequest,
} from './model/wizard.ts';
import classes from './replication-wizard.module.css';

/** How long a tick is shown before its bucket leaves the list, in milliseconds. */
const tickTime = 500;

interface ReplicationWizardProps extends DialogFrame {
  readonly buckets: readonly Bucket[];
  /** Called when buckets were set up; `left` are those that failed. */
  readonly onReplicated: (left: readonly string[]) => void;
}

function RemoteStep({ fields }: { readonly fields: Fields<WizardDraft> }) {
  const t = useText(wizardText);
  return (
    <>
      <RemoteServerFields fields={fields} />
      <Divider label={t('transfer')} labelPosition="left" />
      <TransferFields fields={fields} />
    </>
  );
}

interface AssignStepProps {
  readonly fields: Fields<WizardDraft>;
  readonly buckets: readonly Bucket[];
  readonly remoteBuckets: readonly string[];
  readonly running: boolean;
}

function AssignStep({ fields, buckets, remoteBuckets, running }: AssignStepProps) {
  const t = useText(wizardText);
  const { assignments } = fields.values;
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
        running={running}
        onAssign={(origin, destination) =>
          fields.set({ assignments: assigned(assignments, origin, destination) })
        }
      />
    </>
  );
}

/** If only some buckets were set up, their ticks are shown briefly before they leave the list. */
function useSettling({ values, set }: Fields<WizardDraft>): void {
  const { assignments } = values;
  useEffect(() => {
    if (!assignments.some(isDone) || assignments.every(isDone)) return;
    const left = assignments.filter((one) => !isDone(one));
    const timer = setTimeout(() => set({ assignments: left }), tickTime);
    return () => clearTimeout(timer);
  });
}

/** Returns the remote step in short, shown on the last step with what will be sent. */
function useRemoteFacts(values: WizardDraft): WizardStep['facts'] {
  const t = useText(replicationText);
  return [
    [t('target'), targetUrl(values)],
    [t('accessKey'), values.accessKey],
    [t('mode'), t(`modes.${values.syncMode}`)],
  ];
}

/** Adds the results of `setReplication` to the draft; closes if all succeeded. */
function useCreate(form: Fields<WizardDraft>, props: ReplicationWizardProps) {
  const t = useText(wizardText);
  const set = useSetReplication(bucketsQuery.queryKey);
  const { values } = form;
  const create = () =>
    set.mutate(wizardRequest(values), {
      onSuccess: (states) => {
        const assignments = withResults(values.assignments, states, t('noAnswer'));
        const left = assignments.filter((one: Assignment) => !isDone(one));
        form.set({ assignments });
        props.onReplicated(left.map(({ origin }) => origin));
        if (left.length > 0) return;
        showMessage(t('allDone', { count: assignments.length }));
        props.onClose();
      },
    });
  return { create, running: set.isPending };
}

/**
 * Sets up replication for several buckets: the remote server first, then each bucket's destination.
 */
export function ReplicationWizard(props: ReplicationWizardProps) {
  const { buckets } = props;
  const t = useText(wizardText);
  const [remoteBuckets, setRemoteBuckets] = useState<readonly string[]>([]);
  const form = useDraftForm({
    state: buckets,
    valuesOf: (given) => newDraft(given.map(({ name }) => name)),
    errorsOf: (draft) => ({ ...remoteServerErrors(draft), ...transferErrors(draft) }),
    follow: withoutScheme,
  });
  const { values } = form;
  const list = useListExternalBuckets();
  const { create, running } = useCreate(form, props);
  useSettling(form);
  const remote: WizardStep = {
    id: 'remote',
    label: t('step.remote'),
    missing: form.missing,
    facts: useRemoteFacts(values) ?? [],
    content: () => <RemoteStep fields={form} />,
    leave: (next) =>
      list.mutate(values, {
        onSuccess: (found) => {
          setRemoteBuckets(found);
          form.set({ assignments: proposed(values.assignments, found) });
          next();
        },
      }),
  };
  const assign: WizardStep = {
    id: 'assign',
    label: t('step.assign'),
    missing: areAssigned(values.assignments) ? undefined : t('missing'),
    content: (open) => (
      <>
        <WizardSummary steps={[remote]} onOpen={open} />
        <AssignStep
          fields={form}
          buckets={buckets}
          remoteBuckets={remoteBuckets}
          running={running}
        />
      </>
    ),
  };
  return (
    <WizardDialog
      opened={props.opened}
      onClose={props.onClose}
      onExited={props.onExited}
      title={t('title')}
      steps={[remote, assign]}
      form={form}
      submitLabel={t('create')}
      onSubmit={create}
      busy={list.isPending || running}
    />
  );
}
