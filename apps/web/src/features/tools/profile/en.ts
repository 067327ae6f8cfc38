import { defineMessages } from '#web/lib/i18n/messages.ts';

export const profileText = defineMessages('profile', {
  title: 'Profile',
  about:
    'Records what the storage servers spend their time and memory on. The zip holds one file per server and profile: MinIO writes pprof files; the embedded store writes a .cpuprofile for Chrome DevTools and heap statistics as JSON.',
  kinds: 'Profiles',
  embedded: 'The embedded store offers CPU and Memory.',
  kind: {
    cpu: 'CPU',
    mem: 'Memory',
    block: 'Blocking',
    mutex: 'Mutex contention',
    goroutines: 'Goroutines',
    threads: 'Threads',
    trace: 'Execution trace',
    cpuio: 'CPU and I/O',
  },
  duration: 'Duration',
  seconds: '{{formatted}} seconds',
  start: 'Record',
  stop: 'Cancel',
  running: 'Recording for {{formatted}} seconds',
  noKind: 'Choose at least one profile.',
  done: 'Saved as profile.zip.',
});
