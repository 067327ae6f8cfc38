import type { ErrorCode } from '@stowage/contract/errors';
import { useSyncExternalStore } from 'react';
import type { DeniedAction } from '#web/lib/api/api-error.ts';
import { readStored, sidebarKey, writeStored } from './local-storage.ts';

/** A button next to a message, which closes when it is pressed. */
export interface SnackAction {
  readonly label: string;
  readonly run: () => void;
}

/** The message in the snack bar. */
export interface SnackMessage {
  readonly message: string;
  readonly detailedErrorMsg: string;
  readonly type: 'message' | 'error';
  readonly action?: SnackAction | undefined;
  /** For a message that does not report success; a lasting one stays until the user closes it. */
  readonly notice?: 'brief' | 'lasting' | undefined;
  /** For an error: the action the storage server denied. */
  readonly denied?: DeniedAction | undefined;
}

/** The message in a dialog's banner. */
export interface ErrorMessage {
  readonly errorMessage: string;
  readonly detailedError: string;
  /** If there was a response: the details of the error, and the field it concerns. */
  readonly code: ErrorCode | undefined;
  readonly field: string | undefined;
  readonly denied?: DeniedAction | undefined;
}

/** The whole global client state; all other state is kept elsewhere. */
export interface ClientState {
  readonly loggedIn: boolean;
  readonly operatorMode: boolean;
  readonly sidebarOpen: boolean;
  readonly serverNeedsRestart: boolean;
  readonly serverIsLoading: boolean;
  /** Percent; below 100 the progress bar is visible. */
  readonly loadingProgress: number;
  readonly serverDiagnosticStatus: string;
  readonly distributedSetup: boolean;
  readonly modalSnackBar: SnackMessage | null;
  readonly modalErrorMessage: ErrorMessage | null;
  /** Id of the dashboard widget shown enlarged. */
  readonly dashboardZoomWidget: string | null;
  /** Id of the drive whose details are open. */
  readonly selectedDrive: string | null;
}

function initialState(): ClientState {
  return {
    loggedIn: false,
    operatorMode: false,
    sidebarOpen: readStored(sidebarKey) !== 'false',
    serverNeedsRestart: false,
    serverIsLoading: false,
    loadingProgress: 100,
    serverDiagnosticStatus: '',
    distributedSetup: false,
    modalSnackBar: null,
    modalErrorMessage: null,
    dashboardZoomWidget: null,
    selectedDrive: null,
  };
}

let state: ClientState | undefined;
const listeners = new Set<() => void>();

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Returns the current state, for code outside components. */
export function clientState(): ClientState {
  state ??= initialState();
  return state;
}

/** Changes some fields and notifies the components that read them. */
export function setClientState(change: Partial<ClientState>): void {
  const before = clientState();
  state = { ...before, ...change };
  if (state.sidebarOpen !== before.sidebarOpen) writeStored(sidebarKey, String(state.sidebarOpen));
  for (const listener of listeners) listener();
}

/** Resets the state to what the browser has stored, on page load and between tests. */
export function resetClientState(): void {
  state = undefined;
  for (const listener of listeners) listener();
}

/** Returns one field of the state; the component re-renders when it changes. */
export function useClientState<K extends keyof ClientState>(field: K): ClientState[K] {
  return useSyncExternalStore(subscribe, () => clientState()[field]);
}
