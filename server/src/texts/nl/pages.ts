import type { PageTexts } from '../text-types.ts'

export const pages: PageTexts = {
  'page.confirmed.title': 'Adres bevestigd',
  'page.confirmed.reason': 'Je meldingen gaan nu ook naar dit adres. Je kunt deze pagina sluiten.',
  'page.unknown.title': 'Deze link werkt niet meer',
  'page.unknown.reason':
    'Hij is al gebruikt, door een nieuwere vervangen of verlopen. Op je accountpagina kun je een nieuwe laten sturen.',
  'page.failed.title': 'Dat is niet gelukt',
  'page.failed.reason': 'Er is niets gewijzigd. Open de link over een paar minuten opnieuw.',
  'page.sign_in_ended.title': 'Deze aanmelding kan niet verdergaan',
  'page.sign_in_ended.reason': 'De link is al gebruikt of verlopen. Begin opnieuw met aanmelden.',
  'page.passkey.add': 'Passkey toevoegen',
  'page.passkey.title': 'Passkey toevoegen aan {server}',
  'page.passkey.why':
    'Log de volgende keer in met je gezicht, je vinger of de vergrendeling van dit apparaat.',
  'page.passkey.follow': 'Volg de aanwijzingen van je apparaat.',
  'page.passkey.added': 'Passkey toegevoegd',
  'page.passkey.added_text': 'Je kunt er vanaf nu mee inloggen.',
  'page.passkey.again': 'Opnieuw proberen',
  'page.passkey.cancelled':
    'Er is geen passkey gemaakt: het is afgebroken of duurde te lang. Er is niets veranderd.',
  'page.passkey.held': 'Dit apparaat heeft al een passkey voor dit account.',
  'page.passkey.address':
    'Passkeys werken niet op dit adres. Open de link via het adres waaronder Foyer bekend is.',
  'page.passkey.failed': 'Foyer gaf geen goed antwoord. Er is niets veranderd.',
  'page.passkey.link_ended': 'Deze link is al gebruikt of verlopen. Op je accountpagina krijg je een nieuwe.',
  'page.passkey.https': 'Passkeys hebben https nodig. Open deze link via het https-adres van Foyer.',
  'page.passkey.unsupported': 'Deze browser kan geen passkeys maken. Probeer een andere.',
  'page.passkey.no_script': 'Deze pagina heeft JavaScript nodig om met je apparaat te praten.',
  'page.open': '{server} openen',
}
