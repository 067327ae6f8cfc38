import type { WidgetDetails } from '@stowage/contract/dashboard/widgets';
import type { DashboardText } from '../attention/finding-words.ts';
import { dashboardText } from '../en.ts';

type Series = keyof (typeof dashboardText)['english']['series'];

function isKnown(name: string): name is Series {
  return Object.hasOwn(dashboardText.english.series, name);
}

/** Returns the lines of a widget, named in the page's language, each with its server or drive. */
export function withSeriesWords(t: DashboardText, widget: WidgetDetails): WidgetDetails {
  const targets = widget.targets.map((target) => {
    const [name = '', of] = target.legendFormat.split(/ (?=\[)/, 2);
    if (!isKnown(name)) return target;
    const words = t(`series.${name}`);
    return { ...target, legendFormat: of === undefined ? words : `${words} ${of}` };
  });
  return { ...widget, targets };
}
