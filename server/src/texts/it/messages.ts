import type { MessageTexts } from '../text-types.ts'

export const messages: MessageTexts = {
  'test.device': 'Le notifiche arrivano su questo dispositivo.',
  'test.heading': 'Prova da Foyer',
  'test.body': 'Funziona: le notifiche di Foyer arriveranno qui.',

  'chat.new_request': 'Nuova richiesta',
  'chat.pending': 'Nuova richiesta. Deve essere approvata.',
  'chat.auto_approved': 'Nuova richiesta. È stata approvata automaticamente.',
  'chat.unverified': 'Il titolo è stato inserito da chi ha fatto la richiesta.',
  'chat.field.user': 'Richiesto da',
  'chat.field.type': 'Tipo',
  'chat.field.status': 'Stato',
  'chat.field.formats': 'Formati',
  'chat.field.library': 'Libreria',
  'chat.status.pending': 'Da approvare',
  'chat.status.auto_approved': 'Approvata automaticamente',
  'chat.type.movie': 'Film',
  'chat.type.tv': 'Serie',
  'chat.type.book': 'Libro',
  'chat.type.music': 'Album',
  'chat.format.ebook': 'Ebook',
  'chat.format.audiobook': 'Audiolibro',
  'chat.test.heading': 'Messaggio di prova',
  'chat.test.body': 'Foyer può scrivere in questo canale. Le nuove richieste avranno questo aspetto.',
  'chat.test.user': 'Un membro',

  'email.test.heading': 'Prova da {server}',
  'email.test.body': 'L’e-mail funziona. Non devi fare altro.',
  'email.open': 'Apri in {server}',
  'email.confirm.heading': 'Conferma il tuo indirizzo e-mail',
  'email.confirm.body':
    'Questo indirizzo è stato inserito in {server} per ricevere notifiche. Apri il link per confermarlo. Vale sette giorni.',
  'email.confirm.ignore': 'Se non l’hai inserito tu, ignora questa e-mail. Non verrà inviato altro.',
  'email.confirm.open': 'Conferma indirizzo',
}
