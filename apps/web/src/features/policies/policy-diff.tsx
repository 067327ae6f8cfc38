import { VisuallyHidden } from '@mantine/core';
import { useText } from '#web/lib/i18n/messages.ts';
import type { DiffLine } from '#web/lib/text-diff.ts';
import { policiesText } from './en.ts';
import classes from './policies.module.css';

interface PolicyDiffProps {
  /** Undefined for omitted lines. */
  readonly lines: readonly (DiffLine | undefined)[];
}

const signs = { same: ' ', removed: '−', added: '+' } as const;

/** The lines of a policy, with removals and additions. */
export function PolicyDiff({ lines }: PolicyDiffProps) {
  const t = useText(policiesText);
  const numbered = lines.map((line, number) => ({ line, number }));
  return (
    <pre className={classes.diff}>
      {numbered.map(({ line, number }) => (
        <span key={number} data-kind={line?.kind ?? 'gap'}>
          {line === undefined ? (
            '⋯'
          ) : (
            <>
              {line.kind !== 'same' && (
                <VisuallyHidden>
                  {t(line.kind === 'removed' ? 'json.before' : 'json.after')}:{' '}
                </VisuallyHidden>
              )}
              <span aria-hidden>{signs[line.kind]} </span>
              {line.text}
            </>
          )}
          {'\n'}
        </span>
      ))}
    </pre>
  );
}
