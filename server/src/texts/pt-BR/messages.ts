import type { MessageTexts } from '../text-types.ts'

export const messages: MessageTexts = {
  'test.device': 'Os avisos chegam a este dispositivo.',
  'test.heading': 'Teste do Foyer',
  'test.body': 'Funciona: os avisos do Foyer vão chegar aqui.',

  'chat.new_request': 'Novo pedido',
  'chat.pending': 'Novo pedido. Aguarda aprovação.',
  'chat.auto_approved': 'Novo pedido. Foi aprovado automaticamente.',
  'chat.unverified': 'O título foi informado por quem pediu.',
  'chat.field.user': 'Pedido por',
  'chat.field.type': 'Tipo',
  'chat.field.status': 'Status',
  'chat.field.formats': 'Formatos',
  'chat.field.library': 'Biblioteca',
  'chat.status.pending': 'Aguarda aprovação',
  'chat.status.auto_approved': 'Aprovado automaticamente',
  'chat.type.movie': 'Filme',
  'chat.type.tv': 'Série',
  'chat.type.book': 'Livro',
  'chat.type.music': 'Álbum',
  'chat.format.ebook': 'E-book',
  'chat.format.audiobook': 'Audiolivro',
  'chat.test.heading': 'Mensagem de teste',
  'chat.test.body': 'O Foyer pode publicar neste canal. Os novos pedidos vão aparecer assim.',
  'chat.test.user': 'Um membro',

  'email.test.heading': 'Teste de {server}',
  'email.test.body': 'O e-mail funciona. Não há mais nada a fazer.',
  'email.open': 'Abrir em {server}',
  'email.confirm.heading': 'Confirme seu endereço de e-mail',
  'email.confirm.body':
    'Este endereço foi informado em {server} para receber notificações. Abra o link para confirmá-lo. Ele funciona por sete dias.',
  'email.confirm.ignore': 'Se não foi você, ignore este e-mail. Nada mais será enviado.',
  'email.confirm.open': 'Confirmar endereço',
}
