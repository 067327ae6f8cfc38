/** A browser and its system, by their common names. */
export interface Device {
  readonly browser: string;
  /** The operating system; undefined if not stated. */
  readonly system?: string;
}

/** In this order, because most browsers also name those they are derived from. */
const BROWSERS: readonly (readonly [RegExp, string])[] = [
  [/\bEdg(e|A|iOS)?\//, 'Edge'],
  [/\bOPR\//, 'Opera'],
  [/\b(Firefox|FxiOS)\//, 'Firefox'],
  [/\b(Chrome|Chromium|CriOS|HeadlessChrome)\//, 'Chrome'],
  [/\bSafari\//, 'Safari'],
];

const SYSTEMS: readonly (readonly [RegExp, string])[] = [
  [/\bAndroid\b/, 'Android'],
  [/\b(iPhone|iPad|iPod)\b/, 'iOS'],
  [/\bWindows\b/, 'Windows'],
  [/\bMac OS X\b/, 'macOS'],
  [/\bCrOS\b/, 'ChromeOS'],
  [/\bLinux\b/, 'Linux'],
];

/**
 * Parses a User-Agent header. Other programs are named by their first word, such as 'curl';
 * undefined if there is none.
 */
export function deviceOf(userAgent: string): Device | undefined {
  const named = (names: typeof BROWSERS) => names.find(([pattern]) => pattern.test(userAgent))?.[1];
  const browser = named(BROWSERS) ?? /^[\w.-]+/.exec(userAgent)?.[0];
  const system = named(SYSTEMS);
  return browser === undefined ? undefined : { browser, ...(system !== undefined && { system }) };
}
