import { defineMessages } from '#web/lib/i18n/messages.ts';

/** The words that are the same in every list. */
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
  /** What the table lists, for readers: 'Event subscriptions'. */
  readonly list: string;
  /** The same within a sentence: 'There are no {entity} yet.' */
  readonly entity: string;
  readonly none: {
    /** What an entry is good for. */
    readonly text: string;
    /** Whom to ask, for those who may not add one. */
    readonly ask: string;
  };
};

/** What the texts of a page around a list have at least. */
export type ListFrameText = FrameTexts & { readonly search: string };

/** What the texts of a list section have at least. */
export type ListSectionText = ListTexts & { readonly add: { readonly action: string } };

/** What the texts of a list page have at least. */
export type ListPageText = ListTexts & {
  readonly search: string;
  /** In place of a list of which nothing matches '{{filter}}'. */
  readonly noMatch: string;
  readonly none: { readonly action: string };
  readonly create: { readonly action: string };
};
