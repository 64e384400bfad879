import type { PageTexts } from '../text-types.ts'

export const pages: PageTexts = {
  'page.confirmed.title': 'Adresse bestätigt',
  'page.confirmed.reason':
    'Deine Mitteilungen gehen jetzt auch an diese Adresse. Du kannst diese Seite schließen.',
  'page.unknown.title': 'Dieser Link funktioniert nicht mehr',
  'page.unknown.reason':
    'Er wurde schon benutzt, durch einen neueren ersetzt oder ist abgelaufen. Auf deiner Kontoseite kannst du dir einen neuen schicken lassen.',
  'page.failed.title': 'Das hat nicht geklappt',
  'page.failed.reason': 'Es wurde nichts geändert. Öffne den Link in ein paar Minuten noch einmal.',
  'page.sign_in_ended.title': 'Diese Anmeldung kann nicht fortgesetzt werden',
  'page.sign_in_ended.reason':
    'Der Link wurde schon benutzt oder ist abgelaufen. Beginne die Anmeldung noch einmal.',
  'page.passkey.add': 'Passkey hinzufügen',
  'page.passkey.title': 'Passkey für {server} hinzufügen',
  'page.passkey.why': 'Melde dich beim nächsten Mal mit Gesicht, Finger oder der Sperre dieses Geräts an.',
  'page.passkey.follow': 'Folge den Anweisungen deines Geräts.',
  'page.passkey.added': 'Passkey hinzugefügt',
  'page.passkey.added_text': 'Du kannst dich ab jetzt damit anmelden.',
  'page.passkey.again': 'Noch einmal versuchen',
  'page.passkey.cancelled':
    'Es wurde kein Passkey erstellt: Der Vorgang wurde abgebrochen oder hat zu lange gedauert. Es wurde nichts geändert.',
  'page.passkey.held': 'Auf diesem Gerät gibt es schon einen Passkey für dieses Konto.',
  'page.passkey.address':
    'Unter dieser Adresse funktionieren Passkeys nicht. Öffne den Link über die Adresse, unter der Foyer bekannt ist.',
  'page.passkey.failed': 'Foyer hat nicht richtig geantwortet. Es wurde nichts geändert.',
  'page.passkey.link_ended':
    'Dieser Link wurde schon benutzt oder ist abgelaufen. Auf deiner Kontoseite bekommst du einen neuen.',
  'page.passkey.https': 'Passkeys brauchen https. Öffne diesen Link über die https-Adresse von Foyer.',
  'page.passkey.unsupported': 'Dieser Browser kann keine Passkeys erstellen. Versuch es mit einem anderen.',
  'page.passkey.no_script': 'Diese Seite braucht JavaScript, um mit deinem Gerät zu sprechen.',
  'page.open': '{server} öffnen',
}
