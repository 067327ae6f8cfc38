/** Widgets whose two numbers share a card. */
export const MERGED = {
  500: { online: 53, offline: 69 },
  501: { online: 9, offline: 78 },
  502: { upload: 65, download: 64 },
} as const;
export type MergedId = keyof typeof MERGED;
export type MergedPart = 'online' | 'offline' | 'upload' | 'download';

export const METRIC_TABS = ['usage', 'traffic', 'resources'] as const;
export type MetricTab = (typeof METRIC_TABS)[number];

/** The widgets of each tab, row by row. */
export const ROWS: Readonly<Record<MetricTab, readonly (readonly number[])[]>> = {
  usage: [
    [66, 44, 500, 501],
    [50, 502],
    [80, 81, 1],
    [68, 52],
    [63, 70],
  ],
  traffic: [[60], [71, 17], [73]],
  resources: [
    [61, 62],
    [76, 77],
    [11, 8],
    [82, 74],
  ],
};

/** Whether a tab shows widgets. */
export function isMetricTab(tab: string): tab is MetricTab {
  return tab in ROWS;
}

export function isMerged(id: number): id is MergedId {
  return id in MERGED;
}

/** Returns the widgets whose data a card requests. */
export function askedBy(id: number): readonly number[] {
  return isMerged(id) ? Object.values(MERGED[id]) : [id];
}
