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
  'page.passkey.add': 'Añadir una llave de acceso',
  'page.passkey.title': 'Añadir una llave de acceso a {server}',
  'page.passkey.why': 'La próxima vez, inicia sesión con tu cara, tu dedo o el bloqueo de este dispositivo.',
  'page.passkey.follow': 'Sigue las indicaciones de tu dispositivo.',
  'page.passkey.added': 'Llave de acceso añadida',
  'page.passkey.added_text': 'Ya puedes iniciar sesión con ella.',
  'page.passkey.again': 'Reintentar',
  'page.passkey.cancelled':
    'No se creó ninguna llave de acceso: se canceló o tardó demasiado. No se cambió nada.',
  'page.passkey.held': 'Este dispositivo ya tiene una llave de acceso para esta cuenta.',
  'page.passkey.address':
    'Las llaves de acceso no funcionan en esta dirección. Abre el enlace con la dirección habitual de Foyer.',
  'page.passkey.failed': 'Foyer no respondió correctamente. No se cambió nada.',
  'page.passkey.link_ended':
    'Este enlace ya se usó o ha caducado. Puedes obtener otro desde la página de tu cuenta.',
  'page.passkey.https':
    'Las llaves de acceso necesitan https. Abre este enlace con la dirección https de Foyer.',
  'page.passkey.unsupported': 'Este navegador no puede crear llaves de acceso. Prueba con otro.',
  'page.passkey.no_script': 'Esta página necesita JavaScript para comunicarse con tu dispositivo.',
  'page.open': 'Abrir {server}',
}
