import chat from './chat.json'

/** Loaded with the chat; see lib/texts/chat-texts.ts. */
export const chatTexts = { chat }
