import { screen } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { aSession } from '#web/testing/factories.ts';
import { renderScreen } from '#web/testing/render-screen.tsx';
import { NotOfferedPage } from './not-offered-page.tsx';

const settings = () => screen.queryByRole('link', { name: 'Open the LDAP settings' });

describe('a page that LDAP has to be set up for', () => {
  it('leads to its settings', async () => {
    await renderScreen(<NotOfferedPage missing="ldap" />);
    expect(settings()).toHaveAttribute('href', '/settings/identity_ldap');
  });

  it('does not lead there whoever may not open them', async () => {
    const session = aSession({ pages: ['/buckets'] });
    await renderScreen(<NotOfferedPage missing="ldap" />, { session });
    expect(settings()).toBeNull();
  });
});
