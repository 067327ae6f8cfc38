import { screen } from '@testing-library/react';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { clientState } from '#web/lib/client-state/client-state.ts';
import { renderScreen } from '#web/testing/render-screen.tsx';
import { CopyButton } from './copy-button.tsx';

/** The page as loaded over plain HTTP from another machine: without a clipboard. */
function overPlainHttp(copied: boolean) {
  vi.stubGlobal('isSecureContext', false);
  const seen: string[] = [];
  const execCommand = (command: string) => {
    const { activeElement } = document;
    if (activeElement instanceof HTMLTextAreaElement)
      seen.push(`${command} ${activeElement.value}`);
    return copied;
  };
  Object.assign(document, { execCommand });
  onTestFinished(() => void Reflect.deleteProperty(document, 'execCommand'));
  return seen;
}

describe('the copy button', () => {
  it('copies where the page came over plain HTTP', async () => {
    const { user } = await renderScreen(<CopyButton value="a b" what="the name" />);
    const seen = overPlainHttp(true);
    await user.click(screen.getByRole('button', { name: 'Copy the name' }));
    expect(await screen.findByRole('button', { name: 'Copied' })).toHaveFocus();
    expect(seen).toEqual(['copy a b']);
    expect(document.querySelector('textarea')).toBeNull();
  });

  it('says when the browser does not let it', async () => {
    const { user } = await renderScreen(<CopyButton value="a b" what="the name" />);
    overPlainHttp(false);
    await user.click(screen.getByRole('button', { name: 'Copy the name' }));
    expect(clientState().modalSnackBar?.message).toBe(
      'The browser did not let the name be copied.',
    );
  });
});
