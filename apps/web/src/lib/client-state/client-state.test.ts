import { describe, expect, it } from 'vitest';
import { clientState, resetClientState, setClientState } from './client-state.ts';
import { redirectPathKey, sidebarKey, tokenKey, userLoggedInKey } from './local-storage.ts';
import { showModalError } from './notify.ts';

describe('the global client state', () => {
  it('holds these fields and no other [SHELL-84]', () => {
    expect(Object.keys(clientState()).sort()).toEqual([
      'dashboardZoomWidget',
      'distributedSetup',
      'loadingProgress',
      'loggedIn',
      'modalErrorMessage',
      'modalSnackBar',
      'operatorMode',
      'selectedDrive',
      'serverDiagnosticStatus',
      'serverIsLoading',
      'serverNeedsRestart',
      'sidebarOpen',
    ]);
  });

  it('starts with nothing loading and the menu open [SHELL-24] [SHELL-54]', () => {
    expect(clientState()).toMatchObject({ loadingProgress: 100, sidebarOpen: true });
  });

  it('keeps the state of the menu over a page load [SHELL-23]', () => {
    setClientState({ sidebarOpen: false });
    resetClientState();
    expect(clientState().sidebarOpen).toBe(false);
  });

  it('gives a dialog its error as message and detail [SHELL-66]', () => {
    showModalError(new Error('It broke'));
    expect(clientState().modalErrorMessage).toEqual({
      errorMessage: 'It broke',
      detailedError: '',
    });
  });
});

describe('local storage', () => {
  it('has these keys', () => {
    expect([userLoggedInKey, redirectPathKey, tokenKey, sidebarKey]).toEqual([
      'userLoggedIn',
      'redirect-path',
      'token',
      'sidebarOpen',
    ]);
  });
});
