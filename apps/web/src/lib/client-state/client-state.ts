import type { ErrorCode } from '@stowage/contract/errors';
import { useSyncExternalStore } from 'react';
import type { DeniedAction } from '#web/lib/api/api-error.ts';
import { readStored, sidebarKey, writeStored } from './local-storage.ts';

/** A button beside a message; the message goes when it is pressed. */
export interface SnackAction {
  readonly label: string;
  readonly run: () => void;
}

/** What the snack bar says. */
export interface SnackMessage {
  readonly message: string;
  readonly detailedErrorMsg: string;
  readonly type: 'message' | 'error';
  readonly action?: SnackAction | undefined;
  /** Of a message that tells of no success; one that lasts stays until somebody closes it. */
  readonly notice?: 'brief' | 'lasting' | undefined;
  /** Of an error: what the storage server refused. */
  readonly denied?: DeniedAction | undefined;
}

/** What the banner inside a dialog says. */
export interface ErrorMessage {
  readonly errorMessage: string;
  readonly detailedError: string;
  /** Of a call that was answered: what went wrong, and the field that it is about. */
  readonly code: ErrorCode | undefined;
  readonly field: string | undefined;
  readonly denied?: DeniedAction | undefined;
}

/** The whole global client state; everything else has another home. */
export interface ClientState {
  readonly loggedIn: boolean;
  readonly operatorMode: boolean;
  readonly sidebarOpen: boolean;
  readonly serverNeedsRestart: boolean;
  readonly serverIsLoading: boolean;
  /** Percent; below 100 the progress bar shows. */
  readonly loadingProgress: number;
  readonly serverDiagnosticStatus: string;
  readonly distributedSetup: boolean;
  readonly modalSnackBar: SnackMessage | null;
  readonly modalErrorMessage: ErrorMessage | null;
  /** Id of the dashboard widget that is shown large. */
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

/** The state as it is now, outside of components. */
export function clientState(): ClientState {
  state ??= initialState();
  return state;
}

/** Changes some fields and tells the components that read them. */
export function setClientState(change: Partial<ClientState>): void {
  const before = clientState();
  state = { ...before, ...change };
  if (state.sidebarOpen !== before.sidebarOpen) writeStored(sidebarKey, String(state.sidebarOpen));
  for (const listener of listeners) listener();
}

/** Starts again from what the browser has stored: for a page load, and between tests. */
export function resetClientState(): void {
  state = undefined;
  for (const listener of listeners) listener();
}

/** One field of the state; the component renders again when it changes. */
export function useClientState<K extends keyof ClientState>(field: K): ClientState[K] {
  return useSyncExternalStore(subscribe, () => clientState()[field]);
}
