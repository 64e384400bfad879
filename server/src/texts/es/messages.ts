import type { MessageTexts } from '../text-types.ts'

export const messages: MessageTexts = {
  'test.device': 'Los avisos llegan a este dispositivo.',
  'test.heading': 'Prueba de Foyer',
  'test.body': 'Funciona: los avisos de Foyer llegarán aquí.',

  'chat.new_request': 'Nueva solicitud',
  'chat.pending': 'Nueva solicitud. Necesita aprobación.',
  'chat.auto_approved': 'Nueva solicitud. Se aprobó automáticamente.',
  'chat.unverified': 'El título lo indicó quien hizo la solicitud.',
  'chat.field.user': 'Solicitado por',
  'chat.field.type': 'Tipo',
  'chat.field.status': 'Estado',
  'chat.field.formats': 'Formatos',
  'chat.field.library': 'Biblioteca',
  'chat.status.pending': 'Pendiente de aprobación',
  'chat.status.auto_approved': 'Aprobada automáticamente',
  'chat.type.movie': 'Película',
  'chat.type.tv': 'Serie',
  'chat.type.book': 'Libro',
  'chat.type.music': 'Álbum',
  'chat.format.ebook': 'Ebook',
  'chat.format.audiobook': 'Audiolibro',
  'chat.test.heading': 'Mensaje de prueba',
  'chat.test.body': 'Foyer puede publicar en este canal. Así se verán las solicitudes nuevas.',
  'chat.test.user': 'Un miembro',

  'email.test.heading': 'Prueba de {server}',
  'email.test.body': 'El correo funciona. No hay nada más que hacer.',
  'email.open': 'Abrir en {server}',
  'email.confirm.heading': 'Confirma tu dirección de correo',
  'email.confirm.body':
    'Esta dirección se indicó en {server} para recibir notificaciones. Abre el enlace para confirmarla. Funciona durante siete días.',
  'email.confirm.ignore': 'Si no fuiste tú, ignora este correo. No se enviará nada más.',
  'email.confirm.open': 'Confirmar dirección',
}
