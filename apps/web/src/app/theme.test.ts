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
  const [r = 0, g = 0, b = 0] = light(hex);
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}

function contrast(one: string, other: string): number {
  const [dark = 0, light = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b);
  return (light + 0.05) / (dark + 0.05);
}

/** Linear red, green and blue of a colour, from 0 to 1. */
function light(hex: string): readonly number[] {
  return [1, 3, 5].map((at) => {
    const value = Number.parseInt(hex.slice(at, at + 2), 16) / 255;
    return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
  });
}

/** Linear light as seen without one type of cone (Machado, Oliveira and Fernandes 2009). */
const EYES: Readonly<Record<string, readonly (readonly number[])[]>> = {
  all: [
    [1, 0, 0],
    [0, 1, 0],
    [0, 0, 1],
  ],
  deuteranopia: [
    [0.367322, 0.860646, -0.227968],
    [0.280085, 0.672501, 0.047413],
    [-0.01182, 0.04294, 0.968881],
  ],
  protanopia: [
    [0.152286, 1.052583, -0.204868],
    [0.114503, 0.786281, 0.099216],
    [-0.003882, -0.048116, 1.051998],
  ],
};

const product = (rows: readonly (readonly number[])[], [x = 0, y = 0, z = 0]: readonly number[]) =>
  rows.map(([a = 0, b = 0, c = 0]) => a * x + b * y + c * z);

const XYZ = [
  [0.4339, 0.3762, 0.1899],
  [0.2126, 0.7152, 0.0722],
  [0.0177, 0.1095, 0.8728],
];

/** A colour as seen by these eyes, in CIELAB. */
function seen(hex: string, eyes: string): readonly number[] {
  const left = product(EYES[eyes] ?? [], light(hex)).map((one) => Math.min(1, Math.max(0, one)));
  const [x = 0, y = 0, z = 0] = product(XYZ, left).map((one) =>
    one > 0.008856 ? Math.cbrt(one) : 7.787 * one + 16 / 116,
  );
  return [116 * y - 16, 500 * (x - y), 200 * (y - z)];
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

  it.each(
    (['light', 'dark'] as const).flatMap((scheme) =>
      Object.keys(EYES).map((eyes) => [scheme, eyes] as const),
    ),
  )('tells the lines of a chart apart in the %s scheme, to eyes with %s', (scheme, eyes) => {
    const lines = [1, 2, 3, 4, 5, 6].map((line) =>
      seen(variables[scheme][`--st-series-${line}`] ?? '', eyes),
    );
    for (const [at, one] of lines.entries()) {
      for (const other of lines.slice(at + 1)) {
        const distance = Math.hypot(...one.map((value, axis) => value - (other[axis] ?? 0)));
        // Two are distinguished side by side; these are for lines that cross.
        expect(distance).toBeGreaterThan(18);
      }
    }
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
