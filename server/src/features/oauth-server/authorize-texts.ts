/** The sentences of the authorization page. */
const en = {
  title: (client: string) => `Allow ${client} to use Foyer for you?`,
  unnamed: 'A program without a name',
  named_by_itself: 'This is the name the program gave itself. Foyer has not checked it.',
  returns_to: 'Returns to',
  returns_to_device: 'a program on this device',
  returns_to_app: (scheme: string) => `the app that opens ${scheme}: links`,
  may: 'If you allow it, the program can',
  may_list: [
    'search and look at the titles you can see',
    'make, follow and cancel requests in your name',
    'do what your account can do with tools in Foyer, and nothing more; for an admin that includes removing downloads and changing libraries',
  ],
  end_any_time: 'You can end its access at any time in Foyer, under Assistants.',
  sign_in_to_allow: 'Sign in to allow it',
  username: 'Username',
  password: 'Password',
  allow_with_password: 'Sign in and allow',
  allow_with_passkey: 'Sign in with a passkey and allow',
  with_oidc: (label: string) => `Continue with ${label}`,
  with_invite_server: 'Continue with Plex',
  or: 'or',
  deny: 'Do not allow',
  proved: 'You are signed in. Do you want to allow it?',
  allow: 'Allow',
  waiting: 'Please wait …',
  returning: 'Done. You can go back to the program now.',
  follow_device: 'Follow the steps on your device.',
  confirm_in_window: 'Confirm the sign-in in the window that opened. This page continues by itself.',
  open_window: 'Open Plex',
  no_script: 'Passkeys and other sign-in methods need JavaScript.',
  resume_title: 'Finishing the sign-in',
  problems: {
    invalid_credentials: 'The username or password is incorrect.',
    sso_required: 'Your account signs in with single sign-on only.',
    rate_limited: 'Too many attempts. Wait a little and try again.',
    invalid_flow: 'The sign-in took too long or was already used. Sign in again.',
    decision_missing: 'Choose whether to allow it.',
    sso_disabled: 'Single sign-on is turned off.',
    group_required: 'Your account is not in a group that may sign in here.',
    account_not_linked: 'Nobody here is linked to this account. Ask an admin for a link.',
    identity_conflict: 'This account is already linked to somebody else.',
    provider_failed: 'The sign-in provider did not respond correctly. Try again.',
    unavailable: 'The server cannot answer right now. Try again shortly.',
    sign_in_disabled: 'This way to sign in is turned off.',
    sign_in_denied: 'This account is not known here. Ask an admin for access.',
    method_disabled: 'This way to sign in is turned off for your account.',
    passkey_failed: 'The passkey was not accepted.',
    ceremony_expired: 'That took too long. Try again.',
    insecure_context: 'Passkeys need https. Open Foyer by its https address.',
    cancelled: 'Nothing was signed: it was cancelled or took too long.',
    popup_blocked: 'The browser blocked the sign-in window. Allow it and try again.',
    failed: 'That did not work. Try again.',
  },
  pages: {
    unknown_client: {
      title: 'Foyer does not know this program',
      reason:
        'The program that sent you here is not registered, or its registration was removed. Go back to it and connect again.',
    },
    unknown_redirect: {
      title: 'This request cannot be answered',
      reason:
        'The program wants the answer at an address it did not register. Nothing was shared. Go back to it and connect again.',
    },
    lost: {
      title: 'This sign-in cannot continue',
      reason: 'It was begun in another window or was already used. Go back to the program and connect again.',
    },
    rate_limited: {
      title: 'Too many attempts',
      reason: 'Wait a minute, then go back and try again.',
    },
    failed: {
      title: 'This did not work',
      reason: 'Foyer could not handle the request. Nothing was shared. Go back and try again.',
    },
  },
  open: (name: string) => `Open ${name}`,
}

const de: typeof en = {
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
    rate_limited: 'Zu viele Versuche. Warte etwas und versuche es dann noch einmal.',
    invalid_flow: 'Die Anmeldung hat zu lange gedauert oder wurde schon benutzt. Melde dich noch einmal an.',
    decision_missing: 'Wähle, ob du es erlaubst.',
    sso_disabled: 'Single Sign-on ist ausgeschaltet.',
    group_required: 'Dein Konto ist in keiner Gruppe, die sich hier anmelden darf.',
    account_not_linked:
      'Mit diesem Konto ist hier niemand verknüpft. Bitte jemanden mit Adminrechten um einen Link.',
    identity_conflict: 'Dieses Konto ist schon mit jemand anderem verknüpft.',
    provider_failed: 'Der Anmeldedienst hat nicht richtig geantwortet. Versuche es noch einmal.',
    unavailable: 'Der Server kann gerade nicht antworten. Versuche es gleich noch einmal.',
    sign_in_disabled: 'Dieser Anmeldeweg ist ausgeschaltet.',
    sign_in_denied: 'Dieses Konto ist hier nicht bekannt. Bitte jemanden mit Adminrechten um Zugang.',
    method_disabled: 'Dieser Anmeldeweg ist für dein Konto ausgeschaltet.',
    passkey_failed: 'Der Passkey wurde nicht angenommen.',
    ceremony_expired: 'Das hat zu lange gedauert. Versuche es noch einmal.',
    insecure_context: 'Passkeys brauchen https. Öffne Foyer über die https-Adresse.',
    cancelled: 'Es wurde nichts bestätigt: abgebrochen oder zu lange gedauert.',
    popup_blocked: 'Der Browser hat das Anmeldefenster blockiert. Erlaube es und versuche es noch einmal.',
    failed: 'Das hat nicht geklappt. Versuche es noch einmal.',
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
      reason: 'Warte eine Minute, geh dann zurück und versuche es noch einmal.',
    },
    failed: {
      title: 'Das hat nicht geklappt',
      reason:
        'Foyer konnte die Anfrage nicht bearbeiten. Es wurde nichts weitergegeben. Geh zurück und versuche es noch einmal.',
    },
  },
  open: name => `${name} öffnen`,
}

export const TEXTS = { en, de }
export type Language = keyof typeof TEXTS
export type Problem = keyof typeof en.problems
export type ProblemPage = keyof typeof en.pages

export function isProblem(code: string): code is Problem {
  return Object.hasOwn(en.problems, code)
}

/** The first language that the browser names counts. */
export function languageOf(accept_language: string | undefined): Language {
  return /^\s*de\b/i.test(accept_language ?? '') ? 'de' : 'en'
}
