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
  'page.open': 'Abrir {server}',
}
