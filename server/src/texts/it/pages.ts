import type { PageTexts } from '../text-types.ts'

export const pages: PageTexts = {
  'page.confirmed.title': 'Indirizzo confermato',
  'page.confirmed.reason':
    'Le tue notifiche ora arrivano anche a questo indirizzo. Puoi chiudere questa pagina.',
  'page.unknown.title': 'Questo link non funziona più',
  'page.unknown.reason':
    'È già stato usato, sostituito da uno più recente o è scaduto. Dalla pagina del tuo account puoi fartene inviare uno nuovo.',
  'page.failed.title': 'Non ha funzionato',
  'page.failed.reason': 'Non è stato modificato nulla. Riapri il link tra qualche minuto.',
  'page.sign_in_ended.title': 'Questo accesso non può continuare',
  'page.sign_in_ended.reason': 'Il link è già stato usato o è scaduto. Ricomincia l’accesso.',
  'page.open': 'Apri {server}',
}
