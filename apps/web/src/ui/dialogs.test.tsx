import { onlineManager, useMutation } from '@tanstack/react-query';
import { act, screen, within } from '@testing-library/react';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { ApiError } from '#web/lib/api/api-error.ts';
import { clientState } from '#web/lib/client-state/client-state.ts';
import { renderScreen } from '#web/testing/render-screen.tsx';
import { ConfirmDialog } from './confirm-dialog.tsx';
import { FormDialog } from './form-dialog.tsx';

function FailingDialog({ onClose = () => {} }: { readonly onClose?: () => void }) {
  const save = useMutation({
    mutationFn: () =>
      Promise.reject(new ApiError({ status: 409, message: 'It exists', detail: 'Twice, even' })),
    meta: { errors: 'dialog' },
  });
  return (
    <FormDialog
      opened
      onClose={onClose}
      title="Create"
      submitLabel="Save"
      busy={save.isPending}
      onSubmit={() => save.mutate()}
    >
      content
    </FormDialog>
  );
}

describe('the form dialog', () => {
  it('shows a failed call in a banner inside the dialog [SHELL-73]', async () => {
    const { user } = await renderScreen(<FailingDialog />);
    const dialog = await screen.findByRole('dialog', { name: 'Create' });
    await user.click(within(dialog).getByRole('button', { name: 'Save' }));
    const banner = await within(dialog).findByRole('alert');
    expect(banner).toHaveTextContent('It exists');
    expect(banner).toHaveTextContent('Twice, even');
    const details = within(banner).getByRole('button', { name: 'Details' });
    expect(details.getAttribute('aria-expanded')).toBe('true');
    expect(clientState().modalSnackBar).toBeNull();
    await user.click(within(banner).getByRole('button', { name: 'Close' }));
    expect(within(dialog).queryByRole('alert')).toBeNull();
  });

  it('forgets its failure when it goes away', async () => {
    const { user, unmount } = await renderScreen(<FailingDialog />);
    await user.click(await screen.findByRole('button', { name: 'Save' }));
    await screen.findByRole('alert');
    unmount();
    expect(clientState().modalErrorMessage).toBeNull();
  });

  it('says why it takes so long while there is no network', async () => {
    onTestFinished(() => onlineManager.setOnline(true));
    await renderScreen(
      <FormDialog
        opened
        busy
        onClose={() => {}}
        title="Create"
        submitLabel="Save"
        onSubmit={() => {}}
      >
        content
      </FormDialog>,
    );
    const dialog = within(await screen.findByRole('dialog', { name: 'Create' }));
    expect(dialog.queryByText(/no network connection/)).toBeNull();
    act(() => onlineManager.setOnline(false));
    expect(dialog.getByText(/no network connection/)).toBeVisible();
  });

  it('is sent once by a double click', async () => {
    const onSubmit = vi.fn();
    const { user } = await renderScreen(
      <FormDialog opened onClose={() => {}} title="Create" submitLabel="Save" onSubmit={onSubmit}>
        content
      </FormDialog>,
    );
    const dialog = await screen.findByRole('dialog', { name: 'Create' });
    await user.dblClick(within(dialog).getByRole('button', { name: 'Save' }));
    expect(onSubmit).toHaveBeenCalledOnce();
  });

  it('is locked while it is busy', async () => {
    const onSubmit = vi.fn();
    await renderScreen(
      <FormDialog
        opened
        busy
        onClose={() => {}}
        title="Create"
        submitLabel="Save"
        onSubmit={onSubmit}
      >
        <input aria-label="Name" />
      </FormDialog>,
    );
    const dialog = await screen.findByRole('dialog');
    expect(within(dialog).getByLabelText('Name')).toBeDisabled();
    expect(within(dialog).getByRole('button', { name: 'Save' })).toBeDisabled();
    expect(within(dialog).getByRole('button', { name: 'Close' })).toBeDisabled();
    expect(within(dialog).getByRole('progressbar')).toBeTruthy();
  });
});

describe('the confirm dialog', () => {
  it('waits for the typed name where data dies', async () => {
    const onConfirm = vi.fn();
    const { user } = await renderScreen(
      <ConfirmDialog
        opened
        onClose={() => {}}
        title="Delete"
        confirmLabel="Delete"
        typedName="photos"
        onConfirm={onConfirm}
      >
        It will be gone.
      </ConfirmDialog>,
    );
    const confirm = await screen.findByRole('button', { name: 'Delete' });
    expect(confirm).toBeDisabled();
    await user.type(screen.getByLabelText('Type photos to confirm'), 'photo');
    expect(confirm).toBeDisabled();
    await user.type(screen.getByLabelText('Type photos to confirm'), 's{Enter}');
    expect(onConfirm).toHaveBeenCalledOnce();
  });
});
