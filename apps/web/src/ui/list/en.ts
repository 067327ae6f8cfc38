import { defineMessages } from '#web/lib/i18n/messages.ts';

/** The words that are the same in every list. */
export const listText = defineMessages('list', {
  edit: 'Edit',
  delete: 'Delete',
  enable: 'Enable',
  disable: 'Disable',
  gone: 'Somebody else has already deleted this.',
});

/** What the texts of a list section have at least. */
export type ListSectionText = {
  readonly title: string;
  /** What the table lists, for readers: 'Event subscriptions'. */
  readonly list: string;
  /** The same within a sentence: 'There are no {entity} yet.' */
  readonly entity: string;
  readonly failed: string;
  readonly none: {
    /** What an entry is good for. */
    readonly text: string;
    /** Whom to ask, for those who may not add one. */
    readonly ask: string;
  };
  readonly add: { readonly action: string };
  readonly help: { readonly title: string; readonly text: string };
};
