import { Select } from '@mantine/core';
import { IconArrowRight } from '@tabler/icons-react';
import { type Translate, useText } from '#web/lib/i18n/messages.ts';
import { ItemResult, type ItemResultProps } from '#web/ui/wizard/item-result.tsx';
import classes from './assignment-list.module.css';
import { wizardText } from './en.ts';
import { type Assignment, isDone } from './model/wizard.ts';

interface AssignmentListProps {
  readonly assignments: readonly Assignment[];
  readonly remoteBuckets: readonly string[];
  /** Whether they are being set up. */
  readonly running: boolean;
  readonly onAssign: (origin: string, destination: string) => void;
}

/** Maximum number of choices listed at once; the others are found by typing. */
const shownChoices = 50;

function resultOf(
  t: Translate<(typeof wizardText)['english']>,
  assignment: Assignment,
  running: boolean,
): ItemResultProps {
  const { origin: name, result } = assignment;
  if (running) return { state: 'running', label: t('running', { name }) };
  if (result === undefined) return { state: undefined, label: '' };
  if (isDone(assignment)) return { state: 'done', label: t('done', { name }) };
  const reason = result.error ?? '';
  return { state: 'failed', label: t('failed', { name, reason }), reason };
}

/** Each bucket with its remote bucket, and the result of setting it up. */
export function AssignmentList(props: AssignmentListProps) {
  const { assignments, remoteBuckets, running, onAssign } = props;
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
            <ItemResult {...resultOf(t, assignment, running)} />
          </li>
        );
      })}
    </ul>
  );
}
