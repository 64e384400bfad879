import type { en } from './en.ts'

export const fr: typeof en = {
  title: client => `Autoriser ${client} à utiliser Foyer pour vous ?`,
  unnamed: 'Un programme sans nom',
  named_by_itself: 'C’est le nom que le programme s’est donné. Foyer ne l’a pas vérifié.',
  returns_to: 'Retour vers',
  returns_to_device: 'un programme sur cet appareil',
  returns_to_app: scheme => `l’application qui ouvre les liens ${scheme}:`,
  may: 'Si vous l’autorisez, le programme peut',
  may_list: [
    'rechercher et consulter les titres que vous pouvez voir',
    'faire, suivre et annuler des demandes en votre nom',
    'faire ce que votre compte peut faire avec les outils de Foyer, et rien de plus ; pour un admin, cela comprend la suppression de téléchargements et la modification des bibliothèques',
  ],
  end_any_time: 'Vous pouvez mettre fin à cet accès à tout moment dans Foyer, sous « Assistants ».',
  sign_in_to_allow: 'Connectez-vous pour autoriser',
  username: 'Nom d’utilisateur',
  password: 'Mot de passe',
  allow_with_password: 'Se connecter et autoriser',
  allow_with_passkey: 'Se connecter avec une clé d’accès et autoriser',
  with_oidc: label => `Continuer avec ${label}`,
  with_invite_server: 'Continuer avec Plex',
  or: 'ou',
  deny: 'Ne pas autoriser',
  proved: 'Vous êtes connecté. Voulez-vous l’autoriser ?',
  allow: 'Autoriser',
  waiting: 'Veuillez patienter…',
  returning: 'C’est fait. Vous pouvez retourner au programme.',
  follow_device: 'Suivez les étapes sur votre appareil.',
  confirm_in_window:
    'Confirmez la connexion dans la fenêtre qui s’est ouverte. Cette page continue d’elle-même.',
  open_window: 'Ouvrir Plex',
  no_script: 'Les clés d’accès et les autres façons de se connecter ont besoin de JavaScript.',
  resume_title: 'Fin de la connexion',
  problems: {
    invalid_credentials: 'Le nom d’utilisateur ou le mot de passe est incorrect.',
    sso_required: 'Votre compte se connecte uniquement par authentification unique.',
    rate_limited: 'Trop de tentatives. Attendez un peu, puis réessayez.',
    invalid_flow: 'La connexion a pris trop de temps ou a déjà servi. Connectez-vous à nouveau.',
    decision_missing: 'Choisissez si vous l’autorisez.',
    sso_disabled: 'L’authentification unique est désactivée.',
    group_required: 'Votre compte ne fait partie d’aucun groupe qui peut se connecter ici.',
    account_not_linked: 'Personne ici n’est lié à ce compte. Demandez un lien à un admin.',
    identity_conflict: 'Ce compte est déjà lié à quelqu’un d’autre.',
    provider_failed: 'Le fournisseur de connexion n’a pas répondu correctement. Réessayez.',
    unavailable: 'Le serveur ne peut pas répondre pour le moment. Réessayez bientôt.',
    sign_in_disabled: 'Cette façon de se connecter est désactivée.',
    sign_in_denied: 'Ce compte n’est pas connu ici. Demandez l’accès à un admin.',
    method_disabled: 'Cette façon de se connecter est désactivée pour votre compte.',
    passkey_failed: 'La clé d’accès n’a pas été acceptée.',
    ceremony_expired: 'Cela a pris trop de temps. Réessayez.',
    insecure_context: 'Les clés d’accès ont besoin de https. Ouvrez Foyer par son adresse https.',
    cancelled: 'Rien n’a été confirmé : annulé, ou trop long.',
    popup_blocked: 'Le navigateur a bloqué la fenêtre de connexion. Autorisez-la et réessayez.',
    failed: 'Cela n’a pas fonctionné. Réessayez.',
  },
  pages: {
    unknown_client: {
      title: 'Foyer ne connaît pas ce programme',
      reason:
        'Le programme qui vous a envoyé ici n’est pas enregistré, ou son enregistrement a été supprimé. Retournez-y et connectez-le à nouveau.',
    },
    unknown_redirect: {
      title: 'Cette demande ne peut pas recevoir de réponse',
      reason:
        'Le programme veut la réponse à une adresse qu’il n’a pas enregistrée. Rien n’a été transmis. Retournez-y et connectez-le à nouveau.',
    },
    lost: {
      title: 'Cette connexion ne peut pas continuer',
      reason:
        'Elle a été commencée dans une autre fenêtre ou a déjà servi. Retournez au programme et connectez-le à nouveau.',
    },
    rate_limited: {
      title: 'Trop de tentatives',
      reason: 'Attendez une minute, puis revenez en arrière et réessayez.',
    },
    failed: {
      title: 'Cela n’a pas fonctionné',
      reason: 'Foyer n’a pas pu traiter la demande. Rien n’a été transmis. Revenez en arrière et réessayez.',
    },
  },
  open: name => `Ouvrir ${name}`,
}
