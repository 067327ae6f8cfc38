import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import { formatCount } from '#web/lib/format/numbers.ts';
import { useText } from '#web/lib/i18n/messages.ts';
import { saveText } from '#web/lib/save-text.ts';
import { jsonLines, newSince } from '#web/lib/stream/stream-state.ts';
import type { LiveStream } from '#web/lib/stream/use-stream.ts';
import { SubmitButton } from '../form/form.tsx';
import { Tag } from '../tag.tsx';
import { streamText } from './en.ts';
import classes from './stream-bar.module.css';
import { streamEndText } from './stream-end-text.ts';

interface StreamBarProps<Message, Summary> {
  readonly stream: LiveStream<Message, Summary>;
  /** The page's texts while its stream is running, and while it is not. */
  readonly status: {
    readonly idle: string;
    readonly live: string;
    /** Shown when the server has ended it normally. */
    readonly done?: string;
  };
  /** File name for saving what is shown. */
  readonly exportName: string;
  /** Shown after the status. */
  readonly children?: ReactNode;
}

/** The toolbar above a stream's messages: its state, why it ended, and actions for its messages. */
export function StreamBar<Message, Summary>(props: StreamBarProps<Message, Summary>) {
  const { stream, status, exportName, children } = props;
  const { state, pause, resume, clear } = stream;
  const t = useText(streamText);
  const shown = state.frozen ?? state.entries;
  const fresh = newSince(state);
  const own = state.status === 'idle' || state.status === 'live';
  return (
    <div className={classes.line}>
      <span role="status">
        <Tag tone={state.status === 'live' ? 'good' : 'neutral'}>
          {own ? status[state.status as 'idle' | 'live'] : t(`status.${state.status}`)}
        </Tag>
      </span>
      {state.end && <span role="alert">{streamEndText(state.end, status.done)}</span>}
      {children}
      <span className={classes.actions}>
        {state.status !== 'idle' && state.frozen === undefined && (
          <Button variant="default" size="xs" onClick={pause}>
            {t('pause')}
          </Button>
        )}
        {state.frozen !== undefined && (
          <Button variant="default" size="xs" onClick={resume}>
            {t('resume', { count: fresh, formatted: formatCount(fresh) })}
          </Button>
        )}
        <Button variant="default" size="xs" disabled={shown.length === 0} onClick={clear}>
          {t('clear')}
        </Button>
        <Button
          variant="default"
          size="xs"
          disabled={shown.length === 0}
          onClick={() => saveText(exportName, jsonLines(shown), 'application/x-ndjson')}
        >
          {t('export')}
        </Button>
      </span>
    </div>
  );
}

interface StreamSwitchProps {
  readonly running: boolean;
  readonly onStop: () => void;
  /** Why nothing can be started yet; undefined if it can. */
  readonly missing?: string | undefined;
}

/** Starts the stream described by its form, and stops it while it is running. */
export function StreamSwitch({ running, onStop, missing }: StreamSwitchProps) {
  const t = useText(streamText);
  return running ? (
    // A separate element: otherwise the click on Stop would go on to submit the form.
    <Button key="stop" type="button" variant="default" onClick={onStop}>
      {t('stop')}
    </Button>
  ) : (
    <SubmitButton key="start" missing={missing}>
      {t('start')}
    </SubmitButton>
  );
}
