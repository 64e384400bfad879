import type { MessageTexts } from '../text-types.ts'

export const messages: MessageTexts = {
  'test.device': 'Les notifications arrivent sur cet appareil.',
  'test.heading': 'Test de Foyer',
  'test.body': 'Tout fonctionne : les notifications de Foyer arriveront ici.',

  'chat.new_request': 'Nouvelle demande',
  'chat.pending': 'Nouvelle demande. Elle attend une approbation.',
  'chat.auto_approved': 'Nouvelle demande. Elle a été approuvée automatiquement.',
  'chat.unverified': 'Le titre a été saisi par l’auteur de la demande.',
  'chat.field.user': 'Demandé par',
  'chat.field.type': 'Type',
  'chat.field.status': 'État',
  'chat.field.formats': 'Formats',
  'chat.field.library': 'Bibliothèque',
  'chat.status.pending': 'À approuver',
  'chat.status.auto_approved': 'Approuvée automatiquement',
  'chat.type.movie': 'Film',
  'chat.type.tv': 'Série',
  'chat.type.book': 'Livre',
  'chat.type.music': 'Album',
  'chat.format.ebook': 'E-book',
  'chat.format.audiobook': 'Livre audio',
  'chat.test.heading': 'Message de test',
  'chat.test.body': 'Foyer peut publier dans ce salon. Les nouvelles demandes ressembleront à ceci.',
  'chat.test.user': 'Un membre',

  'email.test.heading': 'Test de {server}',
  'email.test.body': 'L’e-mail fonctionne. Vous n’avez rien d’autre à faire.',
  'email.open': 'Ouvrir dans {server}',
  'email.confirm.heading': 'Confirmez votre adresse e-mail',
  'email.confirm.body':
    'Cette adresse a été saisie dans {server} pour recevoir des notifications. Ouvrez le lien pour la confirmer. Il fonctionne pendant sept jours.',
  'email.confirm.ignore': 'Si ce n’était pas vous, ignorez cet e-mail. Rien d’autre ne sera envoyé.',
  'email.confirm.open': 'Confirmer l’adresse',
}
