import chat_webhook from './chat-webhook.json'
import destinations from './destinations.json'
import email_server from './email-server.json'
import message_test from './message-test.json'

/** Loaded with the pages about places that notifications go to besides devices; see lib/texts/destination-texts.ts. */
export const destinationTexts = { chat_webhook, destinations, email_server, message_test }
