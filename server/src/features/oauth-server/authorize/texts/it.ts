import type { en } from './en.ts'

export const it: typeof en = {
  title: client => `Consentire a ${client} di usare Foyer per te?`,
  unnamed: 'Un programma senza nome',
  named_by_itself: 'È il nome che il programma si è dato. Foyer non lo ha verificato.',
  returns_to: 'Torna a',
  returns_to_device: 'un programma su questo dispositivo',
  returns_to_app: scheme => `l’app che apre i link ${scheme}:`,
  may: 'Se lo consenti, il programma può',
  may_list: [
    'cercare e guardare i titoli che puoi vedere',
    'fare, seguire e annullare richieste a tuo nome',
    'fare ciò che il tuo account può fare con gli strumenti di Foyer, e nient’altro; per un admin questo comprende rimuovere download e modificare librerie',
  ],
  end_any_time: 'Puoi togliergli l’accesso in qualsiasi momento in Foyer, in «Assistenti».',
  sign_in_to_allow: 'Accedi per consentirlo',
  username: 'Nome utente',
  password: 'Password',
  allow_with_password: 'Accedi e consenti',
  allow_with_passkey: 'Accedi con una passkey e consenti',
  with_oidc: label => `Continua con ${label}`,
  with_invite_server: 'Continua con Plex',
  or: 'oppure',
  deny: 'Non consentire',
  proved: 'Hai effettuato l’accesso. Vuoi consentirlo?',
  allow: 'Consenti',
  waiting: 'Attendi…',
  returning: 'Fatto. Ora puoi tornare al programma.',
  follow_device: 'Segui i passaggi sul tuo dispositivo.',
  confirm_in_window: 'Conferma l’accesso nella finestra che si è aperta. Questa pagina prosegue da sola.',
  open_window: 'Apri Plex',
  no_script: 'Le passkey e gli altri modi di accedere richiedono JavaScript.',
  resume_title: 'Completamento dell’accesso',
  problems: {
    invalid_credentials: 'Il nome utente o la password non è corretto.',
    sso_required: 'Il tuo account accede solo con il single sign-on.',
    rate_limited: 'Troppi tentativi. Attendi un po’ e riprova.',
    invalid_flow: 'L’accesso ha richiesto troppo tempo o è già stato usato. Accedi di nuovo.',
    decision_missing: 'Scegli se consentirlo.',
    sso_disabled: 'Il single sign-on è disattivato.',
    group_required: 'Il tuo account non è in un gruppo che può accedere qui.',
    account_not_linked: 'Nessuno qui è collegato a questo account. Chiedi un link a un admin.',
    identity_conflict: 'Questo account è già collegato a un’altra persona.',
    provider_failed: 'Il servizio di accesso non ha risposto correttamente. Riprova.',
    unavailable: 'Il server non può rispondere in questo momento. Riprova tra poco.',
    sign_in_disabled: 'Questo modo di accedere è disattivato.',
    sign_in_denied: 'Questo account non è conosciuto qui. Chiedi l’accesso a un admin.',
    method_disabled: 'Questo modo di accedere è disattivato per il tuo account.',
    passkey_failed: 'La passkey non è stata accettata.',
    ceremony_expired: 'Ci è voluto troppo tempo. Riprova.',
    insecure_context: 'Le passkey richiedono https. Apri Foyer dal suo indirizzo https.',
    cancelled: 'Non è stato confermato nulla: annullato o durato troppo.',
    popup_blocked: 'Il browser ha bloccato la finestra di accesso. Consentila e riprova.',
    failed: 'Non ha funzionato. Riprova.',
  },
  pages: {
    unknown_client: {
      title: 'Foyer non conosce questo programma',
      reason:
        'Il programma che ti ha mandato qui non è registrato, o la sua registrazione è stata rimossa. Torna lì e collegalo di nuovo.',
    },
    unknown_redirect: {
      title: 'Non si può rispondere a questa richiesta',
      reason:
        'Il programma vuole la risposta a un indirizzo che non ha registrato. Non è stato condiviso nulla. Torna lì e collegalo di nuovo.',
    },
    lost: {
      title: 'Questo accesso non può continuare',
      reason:
        'È stato iniziato in un’altra finestra o è già stato usato. Torna al programma e collegalo di nuovo.',
    },
    rate_limited: {
      title: 'Troppi tentativi',
      reason: 'Attendi un minuto, poi torna indietro e riprova.',
    },
    failed: {
      title: 'Non ha funzionato',
      reason:
        'Foyer non ha potuto gestire la richiesta. Non è stato condiviso nulla. Torna indietro e riprova.',
    },
  },
  open: name => `Apri ${name}`,
}
