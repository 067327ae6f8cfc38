import type { Plugin } from 'vite';

const READS_LANGUAGE = "new Intl.NumberFormat(domEnv ? nav.language : 'en-US')";

/**
 * Lets uPlot start in browsers whose language is not a valid language tag, as when the system
 * locale is C or POSIX: it passes `navigator.language` to Intl, which throws, and no chart is
 * drawn. The next uPlot release no longer does; the build fails once there is nothing left to
 * replace.
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
