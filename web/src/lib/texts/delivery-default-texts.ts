import { lazyTexts } from './lazy-texts.ts'

/** Texts of the defaults for new titles: an instance, setup, and the form before an approval. */
export const deliveryDefaultTexts = lazyTexts(() =>
  import('#locales/en/delivery-defaults.ts').then(({ deliveryDefaults }) => deliveryDefaults),
)
