import { TextInput } from '@mantine/core';
import { type FormEvent, useEffect, useId, useRef, useState } from 'react';
import { useText } from '#web/lib/i18n/messages.ts';
import { visibleName } from '#web/lib/names/visible-name.ts';
import { useGo, useRouter } from '#web/lib/router/navigation.ts';
import { pagePath } from '#web/lib/router/page-path.ts';
import { objectsText } from '../en.ts';
import { type PathProblem, typedPath } from '../model/typed-path.ts';
import classes from './path-field.module.css';

interface PathFieldProps {
  readonly bucket: string;
  readonly folder: string;
  /** Query parameters preserved in links within the same bucket. */
  readonly query: string;
  readonly onClose: () => void;
}

/** The path as text: typing or pasting one opens any folder or object of any bucket. */
export function PathField({ bucket, folder, query, onClose }: PathFieldProps) {
  const t = useText(objectsText);
  const go = useGo();
  const { basePath } = useRouter();
  const input = useRef<HTMLInputElement>(null);
  const hintId = useId();
  const [text, setText] = useState(`${bucket}/${folder}`);
  const [problem, setProblem] = useState<PathProblem>();
  useEffect(() => {
    input.current?.focus();
    input.current?.select();
  }, []);

  function open(event: FormEvent): void {
    event.preventDefault();
    const target = typedPath(text, { origin: window.location.origin, basePath });
    if ('problem' in target) {
      setProblem(target.problem);
      return;
    }
    onClose();
    const kept = target.bucket === bucket ? query : '';
    go(pagePath('objectBrowser', { bucketName: target.bucket, rest: target.key }, kept));
  }

  const shown = visibleName(text);
  const hint = problem ? t(`path.${problem}`) : shown === text ? '' : t('path.hidden', { shown });
  return (
    <form className={classes.form} onSubmit={open}>
      <TextInput
        ref={input}
        aria-label={t('path.label')}
        aria-describedby={hintId}
        error={problem !== undefined}
        autoComplete="off"
        spellCheck={false}
        value={text}
        onChange={({ currentTarget }) => {
          setText(currentTarget.value);
          setProblem(undefined);
        }}
        onBlur={onClose}
        onKeyDown={(event) => {
          if (event.key !== 'Escape') return;
          event.preventDefault();
          onClose();
        }}
      />
      <div id={hintId} className={classes.hint} role="status" data-bad={problem && true}>
        {hint}
      </div>
    </form>
  );
}
