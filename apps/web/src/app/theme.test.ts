import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { DEFAULT_THEME, type MantineTheme } from '@mantine/core';
import { describe, expect, it } from 'vitest';
import { cssVariables } from './theme.ts';

const source = join(import.meta.dirname, '..');
const variables: Record<
  'variables' | 'light' | 'dark',
  Readonly<Record<string, string>>
> = cssVariables(DEFAULT_THEME as MantineTheme);

function style(file: string): string {
  return readFileSync(join(source, file), 'utf8');
}

function luminance(hex: string): number {
  const [r = 0, g = 0, b = 0] = [1, 3, 5].map((at) => {
    const value = Number.parseInt(hex.slice(at, at + 2), 16) / 255;
    return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}

function contrast(one: string, other: string): number {
  const [dark = 0, light = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b);
  return (light + 0.05) / (dark + 0.05);
}

describe('the theme', () => {
  it('is dark navy and white [SHELL-18]', () => {
    expect(variables.variables['--st-navy-900']).toBe('#081c42');
    expect(variables.light['--st-surface']).toBe('#ffffff');
    expect(style('app/shell/side-menu.module.css')).toContain('var(--st-navy-900)');
  });

  it.each([
    ['--st-container', '1180px', 'ui/page-body.module.css', 'max-width: var(--st-container)'],
    ['--st-menu-open', '245px', 'app/shell/side-menu.module.css', 'width: var(--st-menu-open)'],
    ['--st-menu-closed', '115px', 'app/shell/side-menu.module.css', 'width: var(--st-menu-closed)'],
  ])('has the measure %s', (name, value, file, rule) => {
    expect(variables.variables[name]).toBe(value);
    expect(style(file)).toContain(rule);
  });

  it('draws the login panel 800 by 424 [AUTH-05]', () => {
    const rule = /\.panel \{[^}]*\}/.exec(style('features/auth/components/login-panel.module.css'));
    expect(rule?.[0]).toMatch(/width: 800px;[^}]*height: 424px;/s);
  });

  it.each(['light', 'dark'] as const)('can be read in the %s scheme', (scheme) => {
    const color = (name: string) => variables[scheme][`--st-${name}`] ?? '';
    for (const ground of ['bg', 'surface', 'sunken']) {
      for (const text of ['text', 'muted', 'faint', 'accent', 'good', 'warning', 'bad']) {
        const ratio = contrast(color(text), color(ground));
        expect(ratio, `${text} on ${ground}`).toBeGreaterThanOrEqual(4.5);
      }
    }
    for (const line of [1, 2, 3, 4, 5, 6]) {
      const ratio = contrast(color(`series-${line}`), color('surface'));
      expect(ratio, `line ${line} of a chart`).toBeGreaterThanOrEqual(3);
    }
    for (const [text, ground] of [
      ['on-accent', 'accent'],
      ['on-accent', 'accent-hover'],
      ['on-bad', 'bad'],
      ['accent', 'accent-soft'],
      ['good', 'good-soft'],
      ['warning', 'warning-soft'],
      ['bad', 'bad-soft'],
      ['muted', 'bad-soft'],
    ] as const) {
      const ratio = contrast(color(text), color(ground));
      expect(ratio, `${text} on ${ground}`).toBeGreaterThanOrEqual(4.5);
    }
  });
});
