import transcoder from './transcoder.json'

/** Loaded with its page; see lib/transcoder-texts.ts. */
export const transcoderTexts = { transcoder }
