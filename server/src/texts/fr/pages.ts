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
  'page.passkey.add': 'Ajouter une clé d’accès',
  'page.passkey.title': 'Ajouter une clé d’accès à {server}',
  'page.passkey.why':
    'La prochaine fois, connectez-vous avec votre visage, votre doigt ou le verrouillage de cet appareil.',
  'page.passkey.follow': 'Suivez les indications de votre appareil.',
  'page.passkey.added': 'Clé d’accès ajoutée',
  'page.passkey.added_text': 'Vous pouvez désormais vous connecter avec elle.',
  'page.passkey.again': 'Réessayer',
  'page.passkey.cancelled':
    'Aucune clé d’accès n’a été créée : l’opération a été annulée ou a duré trop longtemps. Rien n’a été modifié.',
  'page.passkey.held': 'Cet appareil contient déjà une clé d’accès pour ce compte.',
  'page.passkey.address':
    'Les clés d’accès ne fonctionnent pas à cette adresse. Ouvrez le lien par l’adresse habituelle de Foyer.',
  'page.passkey.failed': 'Foyer n’a pas répondu correctement. Rien n’a été modifié.',
  'page.passkey.link_ended':
    'Ce lien a déjà servi ou a expiré. Vous pouvez en obtenir un nouveau depuis la page de votre compte.',
  'page.passkey.https': 'Les clés d’accès nécessitent https. Ouvrez ce lien par l’adresse https de Foyer.',
  'page.passkey.unsupported': 'Ce navigateur ne peut pas créer de clés d’accès. Essayez-en un autre.',
  'page.passkey.no_script': 'Cette page a besoin de JavaScript pour communiquer avec votre appareil.',
  'page.open': 'Ouvrir {server}',
}
