import { defineMessages } from '#web/lib/i18n/messages.ts';

export const diagnosticsText = defineMessages('diagnostics', {
  title: 'Diagnostics',
  about:
    'Gathers a report on the storage server, its machines and drives. Secrets are removed from it.',
  start: 'Start Diagnostic',
  download: 'Download',
  started: 'Diagnostic started. Please do not refresh page during diagnosis.',
  ready: 'Diagnostic file is ready to be downloaded.',
  failed: 'An error occurred while getting Diagnostic file.',
  running: 'Gathering the report',
  gathered: 'Gathered so far',
  none: 'No report yet',
  noneAbout: 'Start a diagnostic to see what stands out on your servers.',
  findings: 'What stands out',
  sound: 'Nothing stands out: servers, drives, clocks and versions look right.',
  severity: { bad: 'Problem', warning: 'Notice' },
  finding: {
    serverOffline: 'Server {{subject}} is offline.',
    lowMemory: 'Server {{subject}} has less than 5 % of its memory available.',
    serverError: 'A server reports an error. {{subject}}',
    kernelAudit:
      'The kernel of {{subject}} audits system calls (auditd), which slows down the storage server.',
    updatedb:
      'updatedb is installed on {{subject}}: its scans of the drives slow down the storage server.',
    driveOffline: 'Drive {{subject}} is offline.',
    driveHealing: 'Drive {{subject}} is being healed.',
    driveErrors: 'Drive {{subject}} had timeouts or was unavailable since the server started.',
    driveFull: 'Drive {{subject}} is {{share}} full.',
    fewInodes: 'Only {{share}} of the inodes of {{subject}} are free.',
    slowDrive:
      'Drive {{subject}} is slow: {{milliseconds}} ms per call, much more than the others.',
    versions: 'The servers run different versions: {{subject}}.',
    clock: 'The clock of {{subject}} is {{seconds}} s off from the others.',
    clockHere: "The storage server's clock is {{seconds}} s apart from the clock of the console.",
  },
  facts: {
    title: 'Report',
    time: 'Made',
    servers: 'Servers',
    drives: 'Drives',
    used: 'Used',
    usedValue: '{{used}} of {{total}}',
    version: 'Version',
  },
});
