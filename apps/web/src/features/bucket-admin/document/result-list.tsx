import { IconCircleCheckFilled, IconCircleXFilled } from '@tabler/icons-react';
import { useText } from '#web/lib/i18n/messages.ts';
import { documentText } from './en.ts';
import type { SectionResult } from './model/application.ts';
import classes from './result-list.module.css';

/** The results, section by section. */
export function ResultList({ results }: { readonly results: readonly SectionResult[] }) {
  const t = useText(documentText);
  const failed = results.filter(({ errorString }) => errorString !== undefined).length;
  const done = results.length - failed;
  return (
    <>
      <div role="status">
        {done > 0 && <p className={classes.line}>{t('results.done', { count: done })}</p>}
        {failed > 0 && <p className={classes.line}>{t('results.failed', { count: failed })}</p>}
      </div>
      <ul className={classes.list}>
        {results.map(({ section, errorString }) => (
          <li key={section} className={classes.result} data-failed={errorString !== undefined}>
            {errorString === undefined ? (
              <IconCircleCheckFilled size={18} aria-hidden />
            ) : (
              <IconCircleXFilled size={18} aria-hidden />
            )}
            <span className={classes.text}>
              <strong>{t(`section.${section}`)}</strong>{' '}
              {t(errorString === undefined ? 'results.applied' : 'results.notApplied')}
              {errorString !== undefined && <span className={classes.reason}>{errorString}</span>}
            </span>
          </li>
        ))}
      </ul>
    </>
  );
}
