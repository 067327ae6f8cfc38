import type { Translation } from '#web/lib/i18n/messages.ts';
import type { corsText } from './en.ts';

export const corsDe: Translation<typeof corsText> = {
  title: 'CORS',
  list: 'CORS-Regeln',
  entity: 'CORS-Regeln',
  failed: 'Die CORS-Regeln konnten nicht geladen werden',
  column: {
    origins: 'Ursprünge',
    methods: 'Methoden',
    headers: 'Anfrage-Header',
    exposed: 'Lesbare Header',
    maxAge: 'Gültigkeit',
    id: 'ID',
    check: 'Prüfen',
  },
  check: 'Prüfen',
  anyOrigin: 'Jeder Ursprung (*)',
  none: {
    text: 'Eine CORS-Regel legt fest, welche Webseiten anderer Ursprünge diesen Bucket aus dem Browser nutzen dürfen und was diese Seiten tun können.',
    ask: 'Ihr Konto darf keine Regel hinzufügen. Wenden Sie sich an einen Administrator.',
  },
  without: {
    open: 'Ohne Regeln entscheidet die api-Einstellung cors_allow_origin des Speicherservers: Standardmäßig werden Seiten jedes Ursprungs zugelassen. Ihre Anfragen brauchen trotzdem gültige Schlüssel oder signierte Links.',
    closed:
      'Ohne Regeln lassen die meisten Server keine Seiten anderer Ursprünge zu. Programme außerhalb von Browsern brauchen keine Regel.',
  },
  notOffered: {
    title: 'Dieser Server kennt keine CORS-Regeln für einzelne Buckets',
    text: 'Der Community-Server von MinIO entscheidet für alle Buckets zugleich: Seine api-Einstellung cors_allow_origin nennt die Ursprünge, deren Seiten zugelassen werden. Standardmäßig sind das alle.',
    action: 'API-Einstellungen öffnen',
  },
  sum: {
    pages: 'Seiten von {{origins}} können {{actions}}',
    can: 'Seiten können {{actions}}',
    any: 'jedem Ursprung',
    more_one: '{{count}} weiterem',
    more_other: '{{count}} weiteren',
    action: {
      GET: 'lesen',
      HEAD: 'abfragen',
      PUT: 'schreiben',
      POST: 'Formulare senden',
      DELETE: 'löschen',
    },
    send: 'dürfen {{headers}} senden',
    anyHeader: 'beliebige Header',
    see: 'sehen {{headers}}',
    remember: 'Browser merken sich das für {{time}}',
    never: 'Browser merken sich das nicht',
  },
  add: {
    action: 'CORS-Regel hinzufügen',
    title: 'CORS-Regel hinzufügen',
    submit: 'Speichern',
    done: 'Die CORS-Regel wurde zu {{bucket}} hinzugefügt.',
    first:
      'Das ist die erste Regel: Ab jetzt werden nur noch Seiten zugelassen, die eine Regel nennt. Die api-Einstellung cors_allow_origin gilt für diesen Bucket nicht mehr.',
  },
  edit: {
    title: 'CORS-Regel bearbeiten',
    submit: 'Speichern',
    done: 'Die CORS-Regel wurde geändert.',
  },
  fields: {
    origins: 'Erlaubte Ursprünge',
    originsHint:
      'Schema, Host und Port einer Seite, z. B. https://app.example.com. Ein * steht für beliebige Zeichen.',
    originsError:
      'Geben Sie Ursprünge wie https://app.example.com ein, mit höchstens einem * und ohne Leerzeichen. Schreiben Sie internationale Namen wie die Browser (xn--…).',
    methods: 'Erlaubte Methoden',
    methodsError: 'Wählen Sie mindestens eine Methode.',
    headers: 'Anfrage-Header',
    headersHint: 'Header, die Seiten senden dürfen, z. B. content-type oder x-amz-*.',
    headersError: 'Geben Sie Namen von Headern ein, jeweils mit höchstens einem *.',
    exposed: 'Lesbare Header',
    exposedHint: 'Header von Antworten, die Seiten lesen können, z. B. ETag.',
    exposedError: 'Geben Sie Namen von Headern ohne * ein.',
    maxAge: 'Gültigkeit (Sekunden)',
    maxAgeHint:
      'Wie lange sich Browser die Antwort merken. Leer lassen für die Vorgabe des Browsers.',
    maxAgeError: 'Geben Sie eine ganze Zahl von Sekunden ein.',
    position: 'Position',
    positionHint: 'Die erste Regel, die zu einer Anfrage passt, beantwortet sie.',
    positionError: 'Geben Sie eine ganze Zahl von 1 bis {{max}} ein.',
    id: 'ID',
    idHint: 'Optional: ein Name für die Regel.',
    idError: 'Höchstens 255 Zeichen in einer Zeile.',
  },
  doubt: {
    scheme: '{{origin}}: Browser senden auch das Schema, z. B. https://{{origin}}.',
    path: '{{origin}}: Ein Ursprung hat weder Pfad noch Schrägstrich am Ende. Keine Seite passt dazu.',
    case: '{{origin}}: Browser senden Ursprünge in Kleinbuchstaben. Keine Seite passt dazu.',
    port: '{{origin}}: Browser lassen den Standardport weg. Keine Seite passt dazu.',
    http: '{{origin}}: Seiten, die mit https geöffnet werden, passen nicht zu http.',
    everybody:
      'Seiten jedes Ursprungs können schreiben oder löschen. Anfragen brauchen trotzdem gültige Schlüssel oder signierte Links, aber jede Seite kann sie senden.',
    more_one: '{{count}} weiterer Ursprung ist vielleicht falsch.',
    more_other: '{{count}} weitere Ursprünge sind vielleicht falsch.',
  },
  delete: {
    title: 'CORS-Regel löschen',
    text: 'Diese Regel wird gelöscht: {{sentence}}.',
    lastOpen:
      'Sie ist die letzte. Ohne Regeln lässt der Server standardmäßig Seiten jedes Ursprungs zu.',
    lastClosed:
      'Sie ist die letzte. Ohne Regeln lassen die meisten Server keine Seiten anderer Ursprünge zu.',
    done: 'Die CORS-Regel wurde gelöscht.',
    refused: 'Die letzte Regel kann nur mit der Berechtigung s3:DeleteBucketCors gelöscht werden.',
  },
  direct: {
    text: 'Große Uploads in diesen Bucket laufen durch die Konsole: Die CORS-Regeln lassen Seiten von {{origin}} keine Dateien direkt an {{storage}} senden.',
    action: 'Diese Konsole zulassen',
    done: 'Uploads nach {{bucket}} können jetzt direkt an den Speicherserver gehen.',
  },
  try: {
    title: 'Ausprobieren',
    text: 'Welche Regel beantwortet die Anfrage einer Seite?',
    origin: 'Ursprung der Seite',
    method: 'Methode',
    headers: 'Anfrage-Header',
    yes: 'Regel {{position}} antwortet: Der Browser lässt die Seite gewähren.',
    sees: 'Die Seite kann lesen: {{headers}}.',
    no: 'Keine Regel antwortet: Der Browser hält die Seite davon ab.',
    miss: {
      origin: 'Keine Regel erlaubt diesen Ursprung.',
      method: 'Regel {{position}} erlaubt den Ursprung, aber nicht {{method}}.',
      header: 'Regel {{position}} erlaubt {{method}}, aber nicht den Header {{header}}.',
    },
  },
  help: {
    title: 'Anfragen über Ursprünge hinweg',
    text: 'Browser lassen die Seiten eines Ursprungs nicht auf einen anderen zugreifen, solange dieser nichts anderes sagt (CORS). Regeln gelten nur für Browser: Sie geben niemandem eine Berechtigung. Der Speicherserver geht sie der Reihe nach durch, und die erste, die alles erlaubt, was eine Anfrage verlangt, beantwortet sie.',
    s3: 'CORS in S3',
    mdn: 'Wie Browser vorgehen',
  },
};
