import { defineMessages } from '#web/lib/i18n/messages.ts';

export const objectShareText = defineMessages('object-share', {
  title: 'Share File',
  intro:
    'Anyone with this temporary URL can download the object without logging in. It is valid for up to 7 days.',
  version: 'Version {{version}}',
  duration: 'Active for',
  days: 'Days',
  hours: 'Hours',
  minutes: 'Minutes',
  daysError: 'Enter a whole number from 0 to 7.',
  hoursError: 'Enter a whole number from 0 to 23.',
  minutesError: 'Enter a whole number from 0 to 59.',
  sevenDays: 'At 7 days this must be 0.',
  none: 'Choose a duration.',
  link: 'Link',
  copy: 'Copy link',
  copied: 'Share URL Copied to clipboard',
  notCopied: 'The browser did not allow copying. Select the link and copy it.',
  close: 'Close',
  until: 'Valid until {{time}} ({{age}}).',
  session:
    'The link ends earlier than you chose: it is signed with the temporary credentials of your session and ends with them. An administrator can make these last longer with CONSOLE_STS_DURATION.',
  local:
    'This link leads to {{origin}}, which can only be reached from the storage server’s own machine. An administrator can set a public address with STOWAGE_PUBLIC_STORAGE_URL.',
  leads: 'Leads to {{origin}}',
  wait: 'Wait for the link.',
  failed: 'The link could not be created',
  code: {
    show: 'Show QR code',
    hide: 'Hide QR code',
    label: 'QR code of the link',
    tooLong: 'The link is too long for a QR code.',
  },
  public: {
    title: 'This object is public',
    text: 'Anonymous users can read it, so its plain address needs no signature and never expires:',
    copy: 'the public address',
  },
});
