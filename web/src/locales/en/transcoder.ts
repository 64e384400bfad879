import transcoder from './transcoder.json'

/** Loaded with its page; see lib/texts/transcoder-texts.ts. */
export const transcoderTexts = { transcoder }
