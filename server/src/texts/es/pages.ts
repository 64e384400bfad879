import type { PageTexts } from '../text-types.ts'

export const pages: PageTexts = {
  'page.confirmed.title': 'Dirección confirmada',
  'page.confirmed.reason':
    'Tus notificaciones llegan ahora también a esta dirección. Puedes cerrar esta página.',
  'page.unknown.title': 'Este enlace ya no funciona',
  'page.unknown.reason':
    'Ya se usó, se sustituyó por uno más reciente o ha caducado. Puedes pedir otro desde la página de tu cuenta.',
  'page.failed.title': 'No ha funcionado',
  'page.failed.reason': 'No se ha cambiado nada. Vuelve a abrir el enlace dentro de unos minutos.',
  'page.sign_in_ended.title': 'Este inicio de sesión no puede continuar',
  'page.sign_in_ended.reason': 'El enlace ya se usó o ha caducado. Vuelve a iniciar sesión.',
  'page.open': 'Abrir {server}',
}
