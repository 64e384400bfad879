import type { PageTexts } from '../text-types.ts'

export const pages: PageTexts = {
  'page.confirmed.title': 'Adresse bestätigt',
  'page.confirmed.reason':
    'Deine Mitteilungen gehen jetzt auch an diese Adresse. Du kannst diese Seite schließen.',
  'page.unknown.title': 'Dieser Link funktioniert nicht mehr',
  'page.unknown.reason':
    'Er wurde schon benutzt, durch einen neueren ersetzt oder ist abgelaufen. In deinem Profil kannst du dir einen neuen schicken lassen.',
  'page.failed.title': 'Das hat nicht geklappt',
  'page.failed.reason': 'Es wurde nichts geändert. Öffne den Link in ein paar Minuten noch einmal.',
  'page.sign_in_ended.title': 'Diese Anmeldung kann nicht fortgesetzt werden',
  'page.sign_in_ended.reason':
    'Der Link wurde schon benutzt oder ist abgelaufen. Beginne die Anmeldung noch einmal.',
  'page.open': '{server} öffnen',
}
