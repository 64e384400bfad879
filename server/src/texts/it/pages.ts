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
  'page.passkey.add': 'Aggiungi una passkey',
  'page.passkey.title': 'Aggiungi una passkey a {server}',
  'page.passkey.why': 'La prossima volta accedi con il volto, il dito o il blocco di questo dispositivo.',
  'page.passkey.follow': 'Segui le indicazioni del tuo dispositivo.',
  'page.passkey.added': 'Passkey aggiunta',
  'page.passkey.added_text': 'Da ora puoi usarla per accedere.',
  'page.passkey.again': 'Riprova',
  'page.passkey.cancelled':
    'Non è stata creata nessuna passkey: l’operazione è stata annullata o ha richiesto troppo tempo. Non è cambiato nulla.',
  'page.passkey.held': 'Questo dispositivo ha già una passkey per questo account.',
  'page.passkey.address':
    'Le passkey non funzionano a questo indirizzo. Apri il link con l’indirizzo con cui Foyer è conosciuto.',
  'page.passkey.failed': 'Foyer non ha risposto correttamente. Non è cambiato nulla.',
  'page.passkey.link_ended':
    'Questo link è già stato usato o è scaduto. Puoi averne uno nuovo dalla pagina del tuo account.',
  'page.passkey.https': 'Le passkey richiedono https. Apri questo link con l’indirizzo https di Foyer.',
  'page.passkey.unsupported': 'Questo browser non può creare passkey. Provane un altro.',
  'page.passkey.no_script': 'Questa pagina ha bisogno di JavaScript per comunicare con il tuo dispositivo.',
  'page.open': 'Apri {server}',
}
