import type { en } from './en.ts'

export const de: typeof en = {
  title: client => `Darf ${client} Foyer für dich benutzen?`,
  unnamed: 'Ein Programm ohne Namen',
  named_by_itself: 'So nennt sich das Programm selbst. Foyer hat den Namen nicht geprüft.',
  returns_to: 'Zurück zu',
  returns_to_device: 'einem Programm auf diesem Gerät',
  returns_to_app: scheme => `der App, die ${scheme}:-Links öffnet`,
  may: 'Wenn du es erlaubst, kann das Programm',
  may_list: [
    'Titel suchen und ansehen, die du sehen darfst',
    'in deinem Namen Wünsche anlegen, verfolgen und zurückziehen',
    'tun, was dein Konto in Foyer mit Werkzeugen darf, und nicht mehr; bei Admins gehört dazu, Downloads zu entfernen und Bibliotheken zu ändern',
  ],
  end_any_time: 'Du kannst den Zugriff jederzeit in Foyer unter „Assistenten“ beenden.',
  sign_in_to_allow: 'Zum Erlauben anmelden',
  username: 'Benutzername',
  password: 'Passwort',
  allow_with_password: 'Anmelden und erlauben',
  allow_with_passkey: 'Mit Passkey anmelden und erlauben',
  with_oidc: label => `Weiter mit ${label}`,
  with_invite_server: 'Weiter mit Plex',
  or: 'oder',
  deny: 'Nicht erlauben',
  proved: 'Du bist angemeldet. Möchtest du es erlauben?',
  allow: 'Erlauben',
  waiting: 'Bitte warten …',
  returning: 'Fertig. Du kannst jetzt zum Programm zurückgehen.',
  follow_device: 'Folge den Schritten auf deinem Gerät.',
  confirm_in_window:
    'Bestätige die Anmeldung im geöffneten Fenster. Diese Seite macht dann von selbst weiter.',
  open_window: 'Plex öffnen',
  no_script: 'Passkeys und andere Anmeldewege brauchen JavaScript.',
  resume_title: 'Anmeldung wird abgeschlossen',
  problems: {
    invalid_credentials: 'Benutzername oder Passwort stimmt nicht.',
    sso_required: 'Dein Konto meldet sich nur über Single Sign-on an.',
    rate_limited: 'Zu viele Versuche. Warte etwas und versuch es dann noch einmal.',
    invalid_flow: 'Die Anmeldung hat zu lange gedauert oder wurde schon benutzt. Melde dich noch einmal an.',
    decision_missing: 'Wähle, ob du es erlaubst.',
    sso_disabled: 'Single Sign-on ist ausgeschaltet.',
    group_required: 'Dein Konto ist in keiner Gruppe, die sich hier anmelden darf.',
    account_not_linked:
      'Mit diesem Konto ist hier niemand verknüpft. Bitte jemanden mit Adminrechten um einen Link.',
    identity_conflict: 'Dieses Konto ist schon mit jemand anderem verknüpft.',
    provider_failed: 'Der Anmeldedienst hat nicht richtig geantwortet. Versuch es noch einmal.',
    unavailable: 'Der Server kann gerade nicht antworten. Versuch es gleich noch einmal.',
    sign_in_disabled: 'Dieser Anmeldeweg ist ausgeschaltet.',
    sign_in_denied: 'Dieses Konto ist hier nicht bekannt. Bitte jemanden mit Adminrechten um Zugriff.',
    method_disabled: 'Dieser Anmeldeweg ist für dein Konto ausgeschaltet.',
    passkey_failed: 'Der Passkey wurde nicht angenommen.',
    ceremony_expired: 'Das hat zu lange gedauert. Versuch es noch einmal.',
    insecure_context: 'Passkeys brauchen https. Öffne Foyer über die https-Adresse.',
    cancelled: 'Es wurde nichts bestätigt: abgebrochen oder zu lange gedauert.',
    popup_blocked: 'Der Browser hat das Anmeldefenster blockiert. Erlaube es und versuch es noch einmal.',
    failed: 'Das hat nicht geklappt. Versuch es noch einmal.',
  },
  pages: {
    unknown_client: {
      title: 'Foyer kennt dieses Programm nicht',
      reason:
        'Das Programm, das dich hierher geschickt hat, ist nicht registriert, oder die Registrierung wurde entfernt. Geh dorthin zurück und verbinde es noch einmal.',
    },
    unknown_redirect: {
      title: 'Diese Anfrage kann nicht beantwortet werden',
      reason:
        'Das Programm möchte die Antwort an eine Adresse, die es nicht registriert hat. Es wurde nichts weitergegeben. Geh dorthin zurück und verbinde es noch einmal.',
    },
    lost: {
      title: 'Diese Anmeldung kann nicht fortgesetzt werden',
      reason:
        'Sie wurde in einem anderen Fenster begonnen oder schon benutzt. Geh zum Programm zurück und verbinde es noch einmal.',
    },
    rate_limited: {
      title: 'Zu viele Versuche',
      reason: 'Warte eine Minute, geh dann zurück und versuch es noch einmal.',
    },
    failed: {
      title: 'Das hat nicht geklappt',
      reason:
        'Foyer konnte die Anfrage nicht bearbeiten. Es wurde nichts weitergegeben. Geh zurück und versuch es noch einmal.',
    },
  },
  open: name => `${name} öffnen`,
}
