import { screen, within } from '@testing-library/react';
import { expect } from 'vitest';

/**
 * Checks that a screen's help panel explains it, and links to documentation on these hosts, each in
 * a new tab.
 */
export function expectHelp(title: string, text: RegExp, hosts: readonly string[]): void {
  const help = within(screen.getByRole('complementary', { name: title }));
  expect(help.getByText(text)).toBeDefined();
  const links = help.getAllByRole('link');
  const addresses = links.map((link) => new URL(link.getAttribute('href') ?? ''));
  expect(addresses.map(({ host }) => host)).toEqual(hosts);
  expect(new Set(addresses.map(({ protocol }) => protocol))).toEqual(new Set(['https:']));
  for (const link of links) {
    expect(link).toHaveAttribute('target', '_blank');
    expect(link).toHaveAttribute('rel', 'noopener noreferrer');
  }
}
