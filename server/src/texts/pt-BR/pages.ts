import type { PageTexts } from '../text-types.ts'

export const pages: PageTexts = {
  'page.confirmed.title': 'Endereço confirmado',
  'page.confirmed.reason':
    'Suas notificações agora também vão para este endereço. Você pode fechar esta página.',
  'page.unknown.title': 'Este link não funciona mais',
  'page.unknown.reason':
    'Ele já foi usado, substituído por um mais novo ou expirou. Na página da sua conta você pode pedir outro.',
  'page.failed.title': 'Não deu certo',
  'page.failed.reason': 'Nada foi alterado. Abra o link novamente em alguns minutos.',
  'page.sign_in_ended.title': 'Este login não pode continuar',
  'page.sign_in_ended.reason': 'O link já foi usado ou expirou. Comece o login de novo.',
  'page.passkey.add': 'Adicionar uma chave de acesso',
  'page.passkey.title': 'Adicionar uma chave de acesso a {server}',
  'page.passkey.why': 'Na próxima vez, entre com o rosto, o dedo ou o bloqueio deste aparelho.',
  'page.passkey.follow': 'Siga o que o seu aparelho pedir.',
  'page.passkey.added': 'Chave de acesso adicionada',
  'page.passkey.added_text': 'A partir de agora você pode entrar com ela.',
  'page.passkey.again': 'Tentar de novo',
  'page.passkey.cancelled':
    'Nenhuma chave de acesso foi criada: a operação foi cancelada ou demorou demais. Nada foi alterado.',
  'page.passkey.held': 'Este aparelho já tem uma chave de acesso para esta conta.',
  'page.passkey.address':
    'Chaves de acesso não funcionam neste endereço. Abra o link pelo endereço em que o Foyer é conhecido.',
  'page.passkey.failed': 'O Foyer não respondeu direito. Nada foi alterado.',
  'page.passkey.link_ended':
    'Este link já foi usado ou expirou. Na página da sua conta você pode pedir outro.',
  'page.passkey.https': 'Chaves de acesso precisam de https. Abra este link pelo endereço https do Foyer.',
  'page.passkey.unsupported': 'Este navegador não consegue criar chaves de acesso. Tente outro.',
  'page.passkey.no_script': 'Esta página precisa de JavaScript para falar com o seu aparelho.',
  'page.open': 'Abrir {server}',
}
