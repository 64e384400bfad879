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
  'page.open': '{server} openen',
}
