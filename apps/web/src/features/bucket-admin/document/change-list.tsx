import { Checkbox } from '@mantine/core';
import type { Section, SectionChange } from '@stowage/contract/bucket-admin/document';
import { useText } from '#web/lib/i18n/messages.ts';
import classes from './change-list.module.css';
import { documentText } from './en.ts';
import { markedLines } from './model/marked-lines.ts';
import { readableSection } from './model/readable-section.ts';

/** Sections with more lines are collapsed at first. */
const maxLinesAtOnce = 24;

function isShort(text = ''): boolean {
  return text.split('\n').length <= maxLinesAtOnce;
}

interface SideProps {
  readonly label: string;
  readonly sign: '−' | '+';
  readonly text: string | undefined;
  readonly other: string | undefined;
}

/** One side of a section's comparison; lines missing from the other side are marked. */
function Side({ label, sign, text, other }: SideProps) {
  const t = useText(documentText);
  return (
    <div className={classes.side} data-sign={sign}>
      <h4 className={classes.label}>{label}</h4>
      {text === undefined ? (
        <p className={classes.off}>{t('off')}</p>
      ) : (
        <pre className={classes.text}>
          {markedLines(text, other).map((line) => (
            <span key={line.number} data-changed={line.changed || undefined}>
              {line.changed ? `${sign} ` : '  '}
              {line.text}
              {'\n'}
            </span>
          ))}
        </pre>
      )}
    </div>
  );
}

interface ChangeListProps {
  readonly bucket: string;
  readonly changes: readonly SectionChange[];
  readonly chosen: readonly Section[];
  readonly onToggle: (section: Section) => void;
}

function readable(changes: readonly SectionChange[]) {
  return changes.map(({ section, from, to, refusal }) => ({
    section,
    refusal,
    from: readableSection(section, from),
    to: readableSection(section, to),
  }));
}

/** The changes, section by section, each with a checkbox. */
export function ChangeList({ bucket, changes, chosen, onToggle }: ChangeListProps) {
  const t = useText(documentText);
  if (changes.length === 0) return <p role="status">{t('unchanged', { bucket })}</p>;
  return (
    <>
      <p className={classes.intro} role="status">
        {t('differs', { count: changes.length })}
      </p>
      <ul className={classes.list}>
        {readable(changes).map(({ section, from, to, refusal }) => (
          <li key={section} className={classes.change}>
            <Checkbox
              className={classes.choice ?? ''}
              label={t(`section.${section}`)}
              description={refusal === undefined ? undefined : t('refused', { reason: refusal })}
              checked={chosen.includes(section)}
              disabled={refusal !== undefined}
              onChange={() => onToggle(section)}
            />
            <details open={isShort(from) && isShort(to)}>
              <summary className={classes.compare}>{t('compare')}</summary>
              <div className={classes.sides}>
                <Side label={t('now')} sign="−" text={from} other={to} />
                <Side label={t('after')} sign="+" text={to} other={from} />
              </div>
            </details>
          </li>
        ))}
      </ul>
    </>
  );
}
