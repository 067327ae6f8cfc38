import { screen, waitFor } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { ApiError } from '#web/lib/api/api-error.ts';
import { renderScreen } from '#web/testing/render-screen.tsx';
import { ErrorState } from './error-state.tsx';

const draw = (error: Error) =>
  renderScreen(<ErrorState title="It could not be loaded" error={error} onRetry={() => {}} />);

describe('what could not be loaded', () => {
  it('says why, and more of it on demand', async () => {
    const { user } = await draw(
      new ApiError({ status: 502, message: 'It failed', detail: 'The drive is full' }),
    );
    expect(screen.getByText('It failed')).toBeVisible();
    const details = screen.getByRole('button', { name: 'Details' });
    expect(details).toHaveAttribute('aria-expanded', 'false');
    await user.click(details);
    await waitFor(() => expect(screen.getByText('The drive is full')).toBeVisible());
  });

  it('has no details where there are none', async () => {
    await draw(new Error('It failed'));
    expect(screen.queryByRole('button', { name: 'Details' })).toBeNull();
  });
});
