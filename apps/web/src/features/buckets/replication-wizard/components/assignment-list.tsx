import { Select, Tooltip } from '@mantine/core';
import { IconAlertCircle, IconArrowRight, IconCircleCheck } from '@tabler/icons-react';
import { useText } from '#web/lib/i18n/messages.ts';
import { wizardText } from '../en.ts';
import { type Assignment, isDone } from '../model/wizard.ts';
import classes from './assignment-list.module.css';

interface AssignmentListProps {
  readonly assignments: readonly Assignment[];
  readonly remoteBuckets: readonly string[];
  readonly onAssign: (origin: string, destination: string) => void;
}

/** Choices that a list draws at once; the others are found by typing. */
const shownChoices = 50;

function Result({ assignment }: { readonly assignment: Assignment }) {
  const t = useText(wizardText);
  const { origin, result } = assignment;
  if (result === undefined) return <span className={classes.result} />;
  if (isDone(assignment)) {
    return (
      <span className={classes.result} data-done>
        <IconCircleCheck
          size={20}
          stroke={1.8}
          role="img"
          aria-label={t('done', { name: origin })}
        />
      </span>
    );
  }
  const reason = result.error ?? '';
  return (
    <Tooltip label={reason} multiline maw={280} events={{ hover: true, focus: true, touch: true }}>
      <button
        type="button"
        className={classes.result}
        data-failed
        aria-label={t('failed', { name: origin, reason })}
      >
        <IconAlertCircle size={20} stroke={1.8} aria-hidden />
      </button>
    </Tooltip>
  );
}

/** Each bucket with the remote bucket that it is replicated to, and what came of it. */
export function AssignmentList({ assignments, remoteBuckets, onAssign }: AssignmentListProps) {
  const t = useText(wizardText);
  return (
    <ul className={classes.list}>
      {assignments.map((assignment) => {
        const { origin, destination } = assignment;
        return (
          <li key={origin} className={classes.row}>
            <span className={classes.origin} title={origin}>
              {origin}
            </span>
            <IconArrowRight className={classes.arrow} size={16} stroke={1.6} aria-hidden />
            <Select
              aria-label={t('destinationOf', { name: origin })}
              placeholder={t('choose')}
              data={remoteBuckets}
              value={destination === '' ? null : destination}
              searchable
              limit={shownChoices}
              allowDeselect={false}
              disabled={isDone(assignment)}
              nothingFoundMessage={t('nothingFound')}
              comboboxProps={{ transitionProps: { duration: 0 } }}
              onChange={(value) => onAssign(origin, value ?? '')}
            />
            <Result assignment={assignment} />
          </li>
        );
      })}
    </ul>
  );
}
