import type { Plugin } from 'vite';

const READS_LANGUAGE = "new Intl.NumberFormat(domEnv ? nav.language : 'en-US')";

/**
 * Lets uPlot start in browsers whose language is no language tag, as it is where the system's locale is C or
 * POSIX: it hands `navigator.language` to Intl, which throws, and no chart comes. Its next release does without;
 * the build ends when there is nothing left to replace.
 */
export function uplotLocale(): Plugin {
  return {
    name: 'stowage:uplot-locale',
    transform: {
      filter: { id: /[\\/]uplot[\\/]dist[\\/]uPlot\.esm\.js/ },
      handler(code) {
        if (!code.includes(READS_LANGUAGE))
          this.error('uPlot needs no build/uplot-locale.ts any more.');
        return { code: code.replace(READS_LANGUAGE, 'new Intl.NumberFormat()'), map: null };
      },
    },
  };
}
