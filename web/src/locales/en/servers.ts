import media_servers from './media-servers.json'
import server_accounts from './server-accounts.json'

/** Loaded with the pages and buttons of media servers; see lib/texts/server-texts.ts. */
export const servers = { media_servers, server_accounts }
