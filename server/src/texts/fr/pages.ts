import type { PageTexts } from '../text-types.ts'

export const pages: PageTexts = {
  'page.confirmed.title': 'Adresse confirmée',
  'page.confirmed.reason':
    'Vos notifications sont désormais aussi envoyées à cette adresse. Vous pouvez fermer cette page.',
  'page.unknown.title': 'Ce lien ne fonctionne plus',
  'page.unknown.reason':
    'Il a déjà servi, a été remplacé par un plus récent ou a expiré. Vous pouvez en demander un nouveau depuis la page de votre compte.',
  'page.failed.title': 'Cela n’a pas fonctionné',
  'page.failed.reason': 'Rien n’a été modifié. Ouvrez à nouveau le lien dans quelques minutes.',
  'page.sign_in_ended.title': 'Cette connexion ne peut pas continuer',
  'page.sign_in_ended.reason': 'Le lien a déjà servi ou a expiré. Recommencez la connexion.',
  'page.open': 'Ouvrir {server}',
}
