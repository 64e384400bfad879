import type { MessageTexts } from '../text-types.ts'

export const messages: MessageTexts = {
  'test.device': 'Meldingen komen aan op dit apparaat.',
  'test.heading': 'Test van Foyer',
  'test.body': 'Het werkt: meldingen van Foyer komen hier aan.',

  'chat.new_request': 'Nieuwe aanvraag',
  'chat.pending': 'Nieuwe aanvraag. Goedkeuring nodig.',
  'chat.auto_approved': 'Nieuwe aanvraag. Automatisch goedgekeurd.',
  'chat.unverified': 'De titel is ingevuld door de aanvrager.',
  'chat.field.user': 'Aangevraagd door',
  'chat.field.type': 'Type',
  'chat.field.status': 'Status',
  'chat.field.formats': 'Formaten',
  'chat.field.library': 'Bibliotheek',
  'chat.status.pending': 'Goedkeuring nodig',
  'chat.status.auto_approved': 'Automatisch goedgekeurd',
  'chat.type.movie': 'Film',
  'chat.type.tv': 'Serie',
  'chat.type.book': 'Boek',
  'chat.type.music': 'Album',
  'chat.format.ebook': 'E-book',
  'chat.format.audiobook': 'Luisterboek',
  'chat.test.heading': 'Testbericht',
  'chat.test.body': 'Foyer kan in dit kanaal plaatsen. Zo zien nieuwe aanvragen eruit.',
  'chat.test.user': 'Een lid',

  'email.test.heading': 'Test van {server}',
  'email.test.body': 'E-mail werkt. Je hoeft verder niets te doen.',
  'email.open': 'Openen in {server}',
  'email.confirm.heading': 'Bevestig je e-mailadres',
  'email.confirm.body':
    'Dit adres is in {server} ingevuld om meldingen te ontvangen. Open de link om het te bevestigen. Hij werkt zeven dagen.',
  'email.confirm.ignore': 'Was jij dat niet, negeer deze e-mail dan. Er wordt verder niets gestuurd.',
  'email.confirm.open': 'Adres bevestigen',
}
