import type { Translation } from '#web/lib/i18n/messages.ts';
import type { identityTestText } from './en.ts';

export const identityTestDe: Translation<typeof identityTestText> = {
  action: 'Testen',
  running: 'Der Anbieter wird getestet …',
  result: 'Ergebnis des Tests',
  passed: 'Der Anbieter ist eingerichtet, soweit die Konsole das sehen kann.',
  passedHint:
    'Es wurde nichts gespeichert. Ob Benutzer eine Richtlinie bekommen, zeigt ihre erste Anmeldung.',
  failed: 'Etwas stimmt nicht.',
  failedHint:
    'Getestet vom Rechner der Konsole aus. Der Speicherserver steht möglicherweise in einem anderen Netz. Es wurde nichts gespeichert.',
  ok: 'ok',
  unknown: 'Der Anbieter sagt es nicht.',
  step: {
    connection: 'Verbinden',
    discovery: 'Discovery-Dokument',
    issuer: 'Aussteller',
    keys: 'Signaturschlüssel',
    client: 'Client',
    redirect: 'Rücksprungadresse',
    lookup: 'Suchkonto',
    users: 'Basis-DN der Benutzer',
    groups: 'Basis-DN der Gruppen',
    filters: 'Suchfilter',
    user: 'Benutzer',
    memberships: 'Gruppen des Benutzers',
  },
  noGroups: 'keine',
  loginName: 'Zu suchender Anmeldename',
  loginNameHint:
    'Optional. Der Test sucht diesen Benutzer und seine Gruppen; ein Passwort braucht er nicht.',
  failure: {
    'name-not-found': 'Der Name konnte nicht aufgelöst werden (DNS).',
    refused: 'Verbindung abgelehnt: An diesem Port antwortet nichts.',
    timeout: 'Keine Antwort innerhalb von 5 Sekunden. Prüfen Sie Adresse und Firewalls.',
    unreachable: 'Zu dieser Adresse gibt es keine Route.',
    certificate:
      'Das Zertifikat ist nicht vertrauenswürdig, abgelaufen oder für einen anderen Namen. Fügen Sie seine Zertifizierungsstelle hinzu oder berichtigen Sie die Adresse.',
    tls: 'Der Server nimmt an diesem Port kein TLS an.',
    'not-allowed': 'Die Konsole verbindet sich nicht mit link-lokalen Adressen.',
    protocol: 'An diesem Port antwortet etwas anderes, oder die Verbindung wurde abgebrochen.',
    status: 'Der Anbieter antwortet hier mit {{found}}. Prüfen Sie die Adresse.',
    'too-large': 'Die Antwort ist größer als 1 MiB: Das ist kein Anbieter.',
    'no-address':
      'Geben Sie die Adresse des Discovery-Dokuments ein, z. B. https://id.example.net/.well-known/openid-configuration.',
    'not-discovery':
      'Das ist kein Discovery-Dokument. Seine Adresse endet mit /.well-known/openid-configuration.',
    'issuer-differs':
      'Das Dokument nennt {{found}} als Aussteller. Verwenden Sie das Discovery-Dokument unter dieser Adresse oder berichtigen Sie den Aussteller beim Anbieter.',
    'no-keys':
      'Der Anbieter veröffentlicht keine Schlüssel, mit denen sich seine Token prüfen lassen.',
    'no-client': 'Geben Sie die Client-ID ein.',
    'client-refused':
      'Der Anbieter nimmt die Client-ID mit diesem Secret nicht an ({{found}}). Prüfen Sie beide beim Anbieter.',
    'redirect-unknown':
      'Der Anbieter schickt Browser nicht zu {{found}}. Tragen Sie diese Adresse beim Client als Redirect-URI ein.',
    'setting-wrong': 'Korrigieren Sie diese Einstellung. {{found}}',
    'tls-required':
      'Das Verzeichnis nimmt Passwörter nur über TLS an. Schalten Sie Server Insecure aus oder Server StartTLS ein. ({{found}})',
    'bind-refused':
      'Das Verzeichnis akzeptiert den Lookup Bind DN mit diesem Passwort nicht. ({{found}})',
    'base-missing':
      'Es gibt keinen Eintrag mit diesem DN, oder das Suchkonto darf ihn nicht sehen. ({{found}})',
    'filter-invalid': 'Das Verzeichnis versteht diesen Filter nicht. ({{found}})',
    'user-missing':
      'Der Filter findet niemanden mit diesem Anmeldenamen. Prüfen Sie den Filter, den Basis-DN und was das Suchkonto sehen darf.',
    'user-ambiguous':
      'Der Filter findet mehrere Einträge zu diesem Anmeldenamen, daher kann sich niemand damit anmelden. Fassen Sie Filter oder Basis-DN enger.',
    'too-much':
      'Das Verzeichnis antwortet mit mehr als 5.000 Gruppen oder 4 MiB. Fassen Sie den Filter enger.',
    'directory-refused': 'Das Verzeichnis hat die Antwort verweigert. ({{found}})',
  },
};
