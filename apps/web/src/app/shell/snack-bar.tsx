import { Button, CloseButton } from '@mantine/core';
import { IconCircleCheck, IconInfoCircle } from '@tabler/icons-react';
import { type FocusEvent, useEffect, useRef } from 'react';
import {
  type SnackMessage,
  setClientState,
  useClientState,
} from '#web/lib/client-state/client-state.ts';
import { useText } from '#web/lib/i18n/messages.ts';
import { uiText } from '#web/ui/en.ts';
import { ErrorBanner } from '#web/ui/error-banner.tsx';
import { recoverFocus } from '#web/ui/recover-focus.ts';
import { WhyDenied } from '#web/ui/why-denied.tsx';
import classes from './snack-bar.module.css';
import { useAutoHide } from './use-auto-hide.ts';

const messageTime = 5_000;
/** Errors take longer to read, and choices longer to make. */
const longTime = 10_000;

function hide(): void {
  setClientState({ modalSnackBar: null });
}

function Message({ snack }: { readonly snack: SnackMessage }) {
  const t = useText(uiText);
  const { action, notice } = snack;
  const Icon = notice === undefined ? IconCircleCheck : IconInfoCircle;
  return (
    <div className={classes.message}>
      <Icon className={classes.icon} data-notice={notice} size={20} stroke={1.6} aria-hidden />
      <span className={classes.text}>{snack.message}</span>
      {action !== undefined && (
        <Button
          size="compact-sm"
          variant="subtle"
          onClick={() => {
            hide();
            action.run();
          }}
        >
          {action.label}
        </Button>
      )}
      <CloseButton size="sm" aria-label={t('close')} onClick={hide} />
    </div>
  );
}

/** Returns the display time in milliseconds; undefined until the user closes it. */
function shownFor(snack: SnackMessage | null): number | undefined {
  if (snack?.notice === 'lasting') return undefined;
  const isShort = snack?.type === 'message' && snack.action === undefined && !snack.notice;
  return isShort ? messageTime : longTime;
}

/** Returns the focus to where it came from when the focused element is removed with the message. */
function useFocusReturn(isShown: boolean) {
  const from = useRef<EventTarget | null>(null);
  const isInside = useRef(false);
  useEffect(() => {
    if (isShown || !isInside.current) return;
    isInside.current = false;
    const { activeElement } = document;
    const isLost = activeElement === null || activeElement === document.body;
    if (isLost && from.current instanceof HTMLElement) from.current.focus();
    recoverFocus('main');
  }, [isShown]);
  const isWithin = ({ currentTarget, relatedTarget }: FocusEvent) =>
    relatedTarget instanceof Node && currentTarget.contains(relatedTarget);
  return {
    enter: (event: FocusEvent) => {
      if (isWithin(event)) return;
      isInside.current = true;
      from.current = event.relatedTarget;
    },
    leave: (event: FocusEvent) => {
      if (event.relatedTarget !== null && !isWithin(event)) isInside.current = false;
    },
  };
}

/**
 * A notice, shown for 5 seconds, or an error, shown for 10; hovering or focusing it stops the
 * timer.
 */
export function SnackBar() {
  const t = useText(uiText);
  const snack = useClientState('modalSnackBar');
  const isError = snack?.type === 'error';
  const { pause, restart } = useAutoHide(snack, shownFor(snack), hide);
  const { enter, leave } = useFocusReturn(snack !== null);
  return (
    <section
      aria-label={t('messages')}
      className={classes.place}
      data-shown={snack !== null || undefined}
      onMouseEnter={pause}
      onMouseLeave={restart}
      onFocus={(event) => {
        pause();
        enter(event);
      }}
      onBlur={(event) => {
        restart();
        leave(event);
      }}
    >
      {isError && (
        <ErrorBanner
          message={snack.message}
          detail={snack.detailedErrorMsg}
          action={snack.denied && <WhyDenied denied={snack.denied} />}
          onClose={hide}
        />
      )}
      {/* There before its message comes, so that it is told; an error is an alert by itself. */}
      <div role="status">{snack !== null && !isError && <Message snack={snack} />}</div>
    </section>
  );
}
