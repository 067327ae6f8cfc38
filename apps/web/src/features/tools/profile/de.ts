import type { Translation } from '#web/lib/i18n/messages.ts';
import type { profileText } from './en.ts';

export const profileDe: Translation<typeof profileText> = {
  title: 'Profil',
  about:
    'Zeichnet auf, wofür die Speicherserver Zeit und Arbeitsspeicher verwenden. Die Zip-Datei enthält je Server und Profil eine Datei: MinIO schreibt pprof-Dateien; der eingebettete Speicher schreibt ein .cpuprofile für die Chrome DevTools und Heap-Statistiken als JSON.',
  kinds: 'Profile',
  embedded: 'Der eingebettete Speicher bietet CPU und Arbeitsspeicher.',
  kind: {
    cpu: 'CPU',
    mem: 'Arbeitsspeicher',
    block: 'Blockierungen',
    mutex: 'Mutex-Konflikte',
    goroutines: 'Goroutinen',
    threads: 'Threads',
    trace: 'Ausführungsverlauf',
    cpuio: 'CPU und E/A',
  },
  duration: 'Dauer',
  seconds: '{{formatted}} Sekunden',
  start: 'Aufzeichnen',
  stop: 'Abbrechen',
  running: 'Aufzeichnung über {{formatted}} Sekunden',
  noKind: 'Wählen Sie mindestens ein Profil.',
  done: 'Als profile.zip gespeichert.',
};
