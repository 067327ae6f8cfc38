import { defineMessages } from '#web/lib/i18n/messages.ts';

/** The texts shared by all lists. */
export const listText = defineMessages('list', {
  view: 'View',
  edit: 'Edit',
  delete: 'Delete',
  enable: 'Enable',
  disable: 'Disable',
  refresh: 'Refresh',
  gone: 'Somebody else has already deleted this.',
});

type FrameTexts = {
  readonly title: string;
  readonly failed: string;
  readonly help: { readonly title: string; readonly text: string };
};

type ListTexts = FrameTexts & {
  /** The table's accessible name: 'Event subscriptions'. */
  readonly list: string;
  /** The same within a sentence: 'There are no {entity} yet.' */
  readonly entity: string;
  readonly none: {
    /** The purpose of an entry. */
    readonly text: string;
    /** Whom to ask, for users who cannot add one. */
    readonly ask: string;
  };
};

/** The minimum set of texts for a page around a list. */
export type ListFrameText = FrameTexts & { readonly search: string };

/** The minimum set of texts for a list section. */
export type ListSectionText = ListTexts & { readonly add: { readonly action: string } };

/** The minimum set of texts for a list page. */
export type ListPageText = ListTexts & {
  readonly search: string;
  /** Shown if nothing in the list matches '{{filter}}'. */
  readonly noMatch: string;
  readonly none: { readonly action: string };
  readonly create: { readonly action: string };
};
