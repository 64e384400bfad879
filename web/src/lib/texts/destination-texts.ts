import { lazyTexts } from './lazy-texts.ts'

/** Texts about places that notifications go to besides devices: destinations, the chat webhook, email. */
export const destinationTexts = lazyTexts(() =>
  import('#locales/en/destinations.ts').then(({ destinationTexts }) => destinationTexts),
)
