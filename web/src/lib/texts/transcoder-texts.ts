import { lazyTexts } from './lazy-texts.ts'

/** Texts of the page about transcoders. */
export const transcoderTexts = lazyTexts(() =>
  import('#locales/en/transcoder.ts').then(({ transcoderTexts }) => transcoderTexts),
)
