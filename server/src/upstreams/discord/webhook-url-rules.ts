const OFFICIAL = 'https://discord.com'
const OFFICIAL_ADDRESS = /^https:\/\/discord(?:app)?\.com$/i

/** Read from the text, not from a parsed URL, which would hide a default port, dot segments and backslashes. */
const ADDRESS = /^(https?:\/\/[^\s/\\?#@]+)\/api(?:\/v\d{1,2})?\/webhooks\/(\d{1,25})\/([\w-]{1,200})$/i
const PATH_CASE = /\/api(?:\/v\d+)?\/webhooks\//

/** The version that this server was written for: older ones count `retry_after` in milliseconds. */
const VERSION = '/api/v10'

export interface DiscordWebhook {
  /** The address to call. */
  url: string
  /** The same for every way to write the address of one webhook. */
  identity: string
  /** The secret part. */
  token: string
}

/**
 * 2/4.10: the address of an incoming webhook, or null if it is anything else. `discord_url` replaces Discord's own
 * address for all calls; addresses at its origin are accepted too, with its scheme and port.
 */
export function readWebhookUrl(text: string, discord_url: string): DiscordWebhook | null {
  const [, host = '', id = '', token = ''] = ADDRESS.exec(text) ?? []
  if (host === '' || !PATH_CASE.test(text)) return null
  const path = text.slice(host.length)
  const place = placeOf(host, discord_url)
  if (place === null) return null
  const isDiscord = place === OFFICIAL
  return {
    url: isDiscord ? `${OFFICIAL}${VERSION}/webhooks/${id}/${token}` : `${place}${path}`,
    identity: `${place} ${id} ${token}`,
    token,
  }
}

/** Where a webhook at this host is called; null if the host is not accepted. */
function placeOf(host: string, discord_url: string): string | null {
  const base = discord_url.replace(/\/+$/, '')
  if (OFFICIAL_ADDRESS.test(host)) return base
  const origin = URL.parse(host)?.origin
  const own = URL.parse(base)?.origin
  return own !== OFFICIAL && origin === own ? host.toLowerCase() : null
}
