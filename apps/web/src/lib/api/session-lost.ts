/** Why a session ended: the server said so, or it was unreachable. */
export type SessionLostReason = 'unauthorized' | 'unreachable';

type SessionLostHandler = (reason: SessionLostReason) => void;

let handler: SessionLostHandler | undefined;

/** Registers the handler that clears the session and navigates to the login screen. */
export function onSessionLost(next: SessionLostHandler): () => void {
  handler = next;
  return () => {
    if (handler === next) handler = undefined;
  };
}

/** Tells the handler that the session is over. */
export function reportSessionLost(reason: SessionLostReason): void {
  handler?.(reason);
}
