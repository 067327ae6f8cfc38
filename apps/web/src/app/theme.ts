import {
  ActionIcon,
  Button,
  type CSSVariablesResolver,
  createTheme,
  defaultVariantColorsResolver,
  Input,
  InputWrapper,
  type MantineColorsTuple,
  Overlay,
  Progress,
  type VariantColorsResolver,
} from '@mantine/core';

/**
 * The console's tokens, in one place: every colour in a style is a variable defined here. `--st-…`
 * are for the app's own styles, and the component library's variables map to the same values.
 */
const light = {
  bg: '#f6f7f9',
  surface: '#ffffff',
  sunken: '#f1f3f6',
  line: '#e3e7ed',
  'line-strong': '#cdd4de',
  text: '#0f1b2d',
  muted: '#526176',
  faint: '#5f6e85',
  accent: '#1a63d8',
  'accent-hover': '#1555bd',
  'accent-soft': '#eef4ff',
  'on-accent': '#ffffff',
  good: '#146f36',
  'good-soft': '#e7f6ec',
  warning: '#a84c08',
  'warning-soft': '#fdf3e2',
  'warning-bar': '#d97706',
  bad: '#c81e1e',
  'bad-hover': '#a81818',
  'bad-soft': '#fdeaea',
  'on-bad': '#ffffff',
  'series-1': '#1a63d8',
  'series-2': '#b9700f',
  'series-3': '#0f9e9a',
  'series-4': '#741f7d',
  'series-5': '#0f1b2d',
  'series-6': '#cf1768',
  scrim: 'rgb(8 28 66 / 45%)',
  shadow: '0 1px 2px rgb(8 28 66 / 6%), 0 1px 1px rgb(8 28 66 / 4%)',
  pop: '0 12px 32px rgb(8 28 66 / 16%)',
} as const;

type Token = keyof typeof light;

const dark: Record<Token, string> = {
  bg: '#0b1424',
  surface: '#111d31',
  sunken: '#0d1829',
  line: '#1f2d45',
  'line-strong': '#2c3d5a',
  text: '#e6edf7',
  muted: '#9aabc2',
  faint: '#7f91ab',
  accent: '#5b9bff',
  'accent-hover': '#7db0ff',
  'accent-soft': '#15294a',
  'on-accent': '#06101f',
  good: '#4ade80',
  'good-soft': '#10301f',
  warning: '#fbbf24',
  'warning-soft': '#3a2a08',
  'warning-bar': '#d97706',
  bad: '#f87171',
  'bad-hover': '#fa9494',
  'bad-soft': '#3b1517',
  'on-bad': '#1c0707',
  'series-1': '#6aa5ff',
  'series-2': '#f0a04b',
  'series-3': '#2ee6a6',
  'series-4': '#9d2bea',
  'series-5': '#e6edf7',
  'series-6': '#d6338c',
  scrim: 'rgb(2 6 14 / 65%)',
  shadow: 'none',
  pop: '0 12px 32px rgb(0 0 0 / 50%)',
};

/** The navy of the menu and login panel, the same in both schemes. */
const fixed: Record<string, string> = {
  '--st-navy-950': '#06101f',
  '--st-navy-900': '#081c42',
  '--st-navy-glow': '#14407f',
  '--st-navy-line': 'rgb(255 255 255 / 9%)',
  '--st-navy-hover': 'rgb(255 255 255 / 6%)',
  '--st-navy-active': 'rgb(255 255 255 / 11%)',
  '--st-navy-text': '#c3d0e6',
  '--st-navy-strong': '#ffffff',
  '--st-navy-faint': '#9fb6da',
  '--st-navy-mark': '#7db2ff',
  '--st-brand-from': '#3b82f6',
  '--st-brand-to': '#14b8a6',
  '--st-container': '1180px',
  '--st-menu-open': '245px',
  '--st-menu-closed': '115px',
  '--st-header': '60px',
};

/** Spacing scale: a step is two pixels, so `--st-space-4` is eight. */
const SPACE_STEPS = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 12, 14, 18, 20, 24, 28];

const space = Object.fromEntries(
  SPACE_STEPS.map((step) => [`--st-space-${step}`, `${2 * step}px`] as const),
);

const accent: MantineColorsTuple = [
  '#eef4ff',
  '#dbe8fe',
  '#bcd5fd',
  '#93bbfb',
  '#5b9bff',
  '#3b82f6',
  '#1a63d8',
  '#1555bd',
  '#14489b',
  '#0c2a5c',
];

/** The library's own greys, light first, mapped to the neutral tokens. */
const gray: MantineColorsTuple = [
  light.bg,
  light.sunken,
  light.line,
  '#dde2e9',
  light['line-strong'],
  '#8492a6',
  light.faint,
  light.muted,
  '#2b3a50',
  light.text,
];

const darkGray: MantineColorsTuple = [
  dark.text,
  '#c3cedd',
  dark.muted,
  dark.faint,
  dark['line-strong'],
  dark.line,
  dark.surface,
  dark.bg,
  dark.sunken,
  '#06101f',
];

function ownVariables(tokens: Record<Token, string>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(tokens).map(([name, value]) => [`--st-${name}`, value] as const),
  );
}

const libraryVariables: Record<string, string> = {
  '--mantine-color-body': 'var(--st-surface)',
  '--mantine-color-text': 'var(--st-text)',
  '--mantine-color-bright': 'var(--st-text)',
  '--mantine-color-dimmed': 'var(--st-muted)',
  '--mantine-color-placeholder': 'var(--st-faint)',
  '--mantine-color-anchor': 'var(--st-accent)',
  '--mantine-color-error': 'var(--st-bad)',
  '--mantine-color-success': 'var(--st-good)',
  '--mantine-color-default': 'var(--st-surface)',
  '--mantine-color-default-hover': 'var(--st-sunken)',
  '--mantine-color-default-color': 'var(--st-text)',
  '--mantine-color-default-border': 'var(--st-line-strong)',
  '--mantine-color-disabled': 'var(--st-sunken)',
  '--mantine-color-disabled-color': 'var(--st-faint)',
  '--mantine-color-disabled-border': 'var(--st-line)',
  '--mantine-color-accent-filled': 'var(--st-accent)',
  '--mantine-color-accent-filled-hover': 'var(--st-accent-hover)',
  '--mantine-color-accent-light': 'var(--st-accent-soft)',
  '--mantine-color-accent-light-hover': 'var(--st-accent-soft)',
  '--mantine-color-accent-light-color': 'var(--st-accent)',
  '--mantine-color-accent-outline': 'var(--st-accent)',
  '--mantine-color-accent-text': 'var(--st-accent)',
  '--mantine-primary-color-contrast': 'var(--st-on-accent)',
  '--mantine-color-red-filled': 'var(--st-bad)',
  '--mantine-color-red-filled-hover': 'var(--st-bad-hover)',
  '--mantine-color-red-light': 'var(--st-bad-soft)',
  '--mantine-color-red-light-hover': 'var(--st-bad-soft)',
  '--mantine-color-red-light-color': 'var(--st-bad)',
  '--mantine-color-red-text': 'var(--st-bad)',
  '--mantine-color-green-filled': 'var(--st-good)',
  '--mantine-color-green-light': 'var(--st-good-soft)',
  '--mantine-color-green-light-color': 'var(--st-good)',
  '--mantine-color-orange-filled': 'var(--st-warning-bar)',
  '--mantine-color-orange-light': 'var(--st-warning-soft)',
  '--mantine-color-orange-light-color': 'var(--st-warning)',
  '--mantine-color-gray-light': 'var(--st-sunken)',
  '--mantine-color-gray-light-hover': 'var(--st-line)',
  '--mantine-color-gray-light-color': 'var(--st-muted)',
};

export const cssVariables: CSSVariablesResolver = () => ({
  variables: { ...fixed, ...space },
  light: { ...ownVariables(light), ...libraryVariables },
  dark: { ...ownVariables(dark), ...libraryVariables },
});

const filledText: Record<string, string> = {
  accent: 'var(--st-on-accent)',
  red: 'var(--st-on-bad)',
};

/** Filled controls use the text colour that matches their background in either scheme. */
const variantColors: VariantColorsResolver = (input) => {
  const colors = defaultVariantColorsResolver(input);
  if (input.variant !== 'filled') return colors;
  const color = filledText[input.color ?? input.theme.primaryColor];
  return color === undefined ? colors : { ...colors, color };
};

const fontFamily =
  "'Inter Variable', system-ui, -apple-system, 'Segoe UI', Roboto, 'Helvetica Neue', sans-serif";

export const theme = createTheme({
  fontFamily,
  fontFamilyMonospace: "ui-monospace, 'SF Mono', Menlo, Consolas, 'Liberation Mono', monospace",
  colors: { accent, gray, dark: darkGray },
  primaryColor: 'accent',
  primaryShade: { light: 6, dark: 4 },
  variantColorResolver: variantColors,
  black: light.text,
  respectReducedMotion: true,
  cursorType: 'pointer',
  defaultRadius: 'sm',
  radius: { xs: '5px', sm: '7px', md: '10px', lg: '14px', xl: '20px' },
  spacing: { xs: '4px', sm: '8px', md: '12px', lg: '16px', xl: '24px' },
  fontSizes: { xs: '12px', sm: '14px', md: '14px', lg: '16px', xl: '20px' },
  lineHeights: { xs: '16px', sm: '20px', md: '20px', lg: '24px', xl: '28px' },
  shadows: {
    xs: 'var(--st-shadow)',
    sm: 'var(--st-shadow)',
    md: 'var(--st-pop)',
    lg: 'var(--st-pop)',
    xl: 'var(--st-pop)',
  },
  headings: {
    fontWeight: '650',
    sizes: {
      h1: { fontSize: '20px', lineHeight: '28px' },
      h2: { fontSize: '16px', lineHeight: '24px' },
      h3: { fontSize: '14px', lineHeight: '20px' },
    },
  },
  components: {
    // Its placeholder for the initial focus is an element that a menu must not contain.
    Menu: { defaultProps: { withInitialFocusPlaceholder: false } },
    // Not with `extend`, which would add them to the login page.
    Modal: { defaultProps: { padding: 'var(--st-space-10)', radius: 'md' } },
    Drawer: { defaultProps: { padding: 'var(--st-space-10)' } },
    ActionIcon: ActionIcon.extend({ defaultProps: { variant: 'subtle', color: 'gray' } }),
    Button: Button.extend({
      defaultProps: { size: 'sm' },
      styles: { root: { fontWeight: 550 } },
      vars: (_theme, { size }) => ({
        root: size === undefined || size === 'sm' ? { '--button-height': '34px' } : {},
      }),
    }),
    Input: Input.extend({
      vars: (_theme, { size }) => ({
        wrapper: size === undefined || size === 'sm' ? { '--input-height': '34px' } : {},
      }),
    }),
    InputWrapper: InputWrapper.extend({
      styles: { label: { marginBottom: 6, fontWeight: 550 } },
    }),
    Overlay: Overlay.extend({ vars: () => ({ root: { '--overlay-bg': 'var(--st-scrim)' } }) }),
    Progress: Progress.extend({ defaultProps: { size: 6 } }),
  },
});
