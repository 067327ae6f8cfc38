import { useQuery } from '@tanstack/react-query';
import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { ApiError } from '#web/lib/api/api-error.ts';
import { clientState } from '#web/lib/client-state/client-state.ts';
import { showError, showMessage, showNotice } from '#web/lib/client-state/notify.ts';
import { fail } from '#web/testing/fake-server.ts';
import { renderApp } from '#web/testing/render-app.tsx';
import { renderScreen } from '#web/testing/render-screen.tsx';
import { SnackBar } from './snack-bar.tsx';

vi.mock('../screens.ts', () => import('#web/testing/screens.tsx'));

const failure = new ApiError({ status: 500, message: 'It broke', detail: 'In the middle' });
const banner = () => screen.queryByRole('alert');

async function passTime(milliseconds: number) {
  await act(() => vi.advanceTimersByTimeAsync(milliseconds));
}

describe('the focus, when a message goes with what had it', () => {
  const leaveBy = async (name: string) => {
    const { user } = await renderScreen(
      <main tabIndex={-1}>
        <button type="button">Row</button>
        <SnackBar />
      </main>,
    );
    const row = screen.getByRole('button', { name: 'Row' });
    row.focus();
    act(() => showMessage('Deleted', { label: 'Undo', run: () => undefined }));
    return { user, row, button: screen.getByRole('button', { name }) };
  };

  it.each(['Undo', 'Close'])('goes back to where it came from, after %s', async (name) => {
    const { user, row, button } = await leaveBy(name);
    await user.tab();
    act(() => button.focus());
    await user.keyboard('{Enter}');
    expect(screen.queryByText('Deleted')).toBeNull();
    expect(row).toHaveFocus();
  });

  it('goes to the page where that is gone', async () => {
    const { user, row, button } = await leaveBy('Undo');
    act(() => button.focus());
    row.remove();
    await user.keyboard('{Enter}');
    expect(screen.getByRole('main')).toHaveFocus();
  });

  it('stays where somebody went meanwhile', async () => {
    const { user, row, button } = await leaveBy('Undo');
    act(() => button.focus());
    await user.click(row);
    act(() => showMessage('Restored'));
    expect(row).toHaveFocus();
  });
});

describe('the snack bar', () => {
  beforeEach(async () => {
    await renderScreen(<SnackBar />);
    vi.useFakeTimers();
  });
  afterEach(() => void vi.useRealTimers());

  it('shows a message for 5 seconds [SHELL-55] [SETTINGS-50]', async () => {
    act(() => showMessage('Saved'));
    await passTime(4_900);
    expect(screen.getByText('Saved')).toBeVisible();
    await passTime(200);
    expect(screen.queryByText('Saved')).toBeNull();
  });

  it('shows an error for 10 seconds [SHELL-56] [SHELL-62] [SHELL-63] [SETTINGS-49]', async () => {
    expect(banner()).toBeNull();
    act(() => showMessage('Saved'));
    expect(banner()).toBeNull();
    act(() => showError(failure));
    await passTime(9_900);
    expect(banner()).not.toBeNull();
    await passTime(200);
    expect(banner()).toBeNull();
    expect(clientState().modalSnackBar).toBeNull();
  });

  it('tells an error as an alert by itself, a message as a status', () => {
    act(() => showError(failure));
    expect(banner()?.closest('[role="status"]')).toBeNull();
    act(() => showMessage('Saved'));
    expect(screen.getByRole('status')).toHaveTextContent('Saved');
  });

  it('keeps a notice that lasts until it is closed, and another one for 10 seconds', async () => {
    act(() => showNotice('Gone', 'brief'));
    await passTime(9_900);
    expect(screen.getByText('Gone')).toBeVisible();
    await passTime(200);
    expect(screen.queryByText('Gone')).toBeNull();
    act(() => showNotice('Log in again', 'lasting'));
    await passTime(600_000);
    fireEvent.click(screen.getByRole('button', { name: 'Close' }));
    expect(screen.queryByText('Log in again')).toBeNull();
  });

  it('gives a message that comes later its whole time', async () => {
    act(() => showMessage('First'));
    await passTime(4_000);
    act(() => showMessage('Second'));
    await passTime(4_000);
    expect(screen.getByText('Second')).toBeVisible();
  });

  it('waits while the mouse is over it and starts again when it leaves [SHELL-64] [SHELL-65]', async () => {
    act(() => showError(failure));
    await passTime(9_000);
    fireEvent.mouseEnter(banner() as HTMLElement);
    await passTime(60_000);
    expect(banner()).not.toBeNull();
    fireEvent.mouseLeave(banner() as HTMLElement);
    await passTime(9_900);
    expect(banner()).not.toBeNull();
    await passTime(200);
    expect(banner()).toBeNull();
  });

  it('offers an action for 10 seconds, once', async () => {
    const run = vi.fn();
    act(() => showMessage('Deleted', { label: 'Undo', run }));
    await passTime(9_900);
    fireEvent.click(screen.getByRole('button', { name: 'Undo' }));
    expect(run).toHaveBeenCalledOnce();
    expect(screen.queryByText('Deleted')).toBeNull();
    act(() => showMessage('Deleted', { label: 'Undo', run }));
    await passTime(10_100);
    expect(screen.queryByRole('button', { name: 'Undo' })).toBeNull();
  });

  it('holds message, detail and type [SHELL-58]', () => {
    act(() => showError(failure));
    const error = { message: 'It broke', detailedErrorMsg: 'In the middle', type: 'error' };
    expect(clientState().modalSnackBar).toEqual(error);
    act(() => showMessage('Saved'));
    const message = { message: 'Saved', detailedErrorMsg: '', type: 'message' };
    expect(clientState().modalSnackBar).toEqual(message);
  });

  it('forgets its message when it is closed [SHELL-57] [SHELL-61]', () => {
    act(() => showMessage('Saved'));
    fireEvent.click(screen.getByRole('button', { name: 'Close' }));
    expect(clientState().modalSnackBar).toBeNull();
    expect(screen.queryByText('Saved')).toBeNull();
    act(() => showError(failure));
    fireEvent.click(screen.getByRole('button', { name: 'Close' }));
    expect(banner()).toBeNull();
  });

  it('has no details section where there is no detail [SHELL-72]', () => {
    act(() => showError(new ApiError({ status: 500, message: 'It broke' })));
    expect(screen.queryByRole('button', { name: 'Details' })).toBeNull();
  });
});

describe('the error banner', () => {
  it('has a title, the message, and details to unfold [SHELL-59] [SHELL-60] [SHELL-69]', async () => {
    await renderScreen(<SnackBar />);
    act(() => showError(failure));
    expect(screen.getByText('Error')).toBeVisible();
    expect(screen.getByText('It broke')).toBeVisible();
    const details = screen.getByRole('button', { name: 'Details' });
    expect(details).toHaveAttribute('aria-expanded', 'false');
    expect(screen.getByText('In the middle')).not.toBeVisible();
    fireEvent.click(details);
    expect(details).toHaveAttribute('aria-expanded', 'true');
    await waitFor(() => expect(screen.getByText('In the middle')).toBeVisible());
  });
});

function FailingScreen() {
  useQuery({ queryKey: ['broken'], queryFn: () => Promise.reject(failure) });
  return <h1>Screen</h1>;
}

describe('failures of a page', () => {
  it('show as an error in the snack bar [SHELL-74]', async () => {
    await renderScreen(
      <>
        <FailingScreen />
        <SnackBar />
      </>,
    );
    expect(await screen.findByRole('alert')).toHaveTextContent('It broke');
  });

  it('of a login show in the error banner, and the next login takes it away [AUTH-29]', async () => {
    const { user, server } = renderApp({
      route: '/login',
      handlers: { 'auth.login': () => fail('InvalidLogin') },
    });
    await user.type(await screen.findByLabelText('Enter Username'), 'anna');
    await user.type(screen.getByLabelText('Enter Password'), 'wrong{Enter}');
    const alert = await screen.findByRole('alert');
    expect(alert).toHaveTextContent('Error');
    expect(alert).toHaveTextContent('The username or the password is wrong.');
    expect(location.pathname).toBe('/login');
    server.use({ 'auth.login': () => ({ sessionId: 'opaque-1' }) });
    await user.click(screen.getByRole('button', { name: 'Login' }));
    await waitFor(() => expect(banner()).toBeNull());
  });
});
