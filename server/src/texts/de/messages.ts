import type { MessageTexts } from '../text-types.ts'

export const messages: MessageTexts = {
  'test.device': 'Mitteilungen kommen auf diesem Gerät an.',
  'test.heading': 'Test von Foyer',
  'test.body': 'Es klappt: Mitteilungen von Foyer kommen hier an.',

  'chat.new_request': 'Neuer Wunsch',
  'chat.pending': 'Neuer Wunsch. Er wartet auf Freigabe.',
  'chat.auto_approved': 'Neuer Wunsch. Er wurde automatisch freigegeben.',
  'chat.unverified': 'Den Titel hat die Person selbst eingegeben.',
  'chat.field.user': 'Gewünscht von',
  'chat.field.type': 'Art',
  'chat.field.status': 'Status',
  'chat.field.formats': 'Formate',
  'chat.field.library': 'Bibliothek',
  'chat.status.pending': 'Wartet auf Freigabe',
  'chat.status.auto_approved': 'Automatisch freigegeben',
  'chat.type.movie': 'Film',
  'chat.type.tv': 'Serie',
  'chat.type.book': 'Buch',
  'chat.type.music': 'Album',
  'chat.format.ebook': 'E-Book',
  'chat.format.audiobook': 'Hörbuch',
  'chat.test.heading': 'Testnachricht',
  'chat.test.body': 'Foyer kann in diesen Kanal schreiben. So sehen neue Wünsche aus.',
  'chat.test.user': 'Ein Mitglied',

  'email.test.heading': 'Test von {server}',
  'email.test.body': 'E-Mail funktioniert. Mehr ist nicht zu tun.',
  'email.open': 'In {server} öffnen',
  'email.confirm.heading': 'Bestätige deine E-Mail-Adresse',
  'email.confirm.body':
    'Diese Adresse wurde in {server} für Mitteilungen angegeben. Öffne den Link, um sie zu bestätigen. Er gilt sieben Tage.',
  'email.confirm.ignore': 'Wenn du das nicht warst, ignoriere diese E-Mail. Es kommt nichts weiter.',
  'email.confirm.open': 'Adresse bestätigen',
}
