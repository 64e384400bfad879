import { startDemoWorld } from './demo.ts'

const world = await startDemoWorld()
const { tmdb, radarr, radarr4k, sonarr, sonarrAnime, lidarr, chaptarr, jellyfin, audiobookshelf } = world
const keyed = [tmdb, radarr, radarr4k, sonarr, sonarrAnime, lidarr, chaptarr, jellyfin, audiobookshelf]
const line = (name: string, url: string, credential: string) => `${name.padEnd(15)} ${url}  ${credential}`
const lines = [
  ...keyed.map(product => line(product.name, product.url, `api key ${product.api_key}`)),
  line('trakt', world.trakt.url, `client id ${world.trakt.client_id}`),
  line('musicbrainz', `${world.musicbrainz.url}/ws/2`, 'no key'),
  line('listenbrainz', world.listenbrainz.url, 'no key'),
  line('coverart', world.coverart.url, `pictures from ${world.coverart.storage_host}`),
  line('hardcover', world.hardcover.url, `token ${world.hardcover.token}`),
  line('plex.tv', world.plexTv.url, `token ${world.plex.token}`),
  line('plex', world.plex.url, `token ${world.plex.token}`),
  line('tdarr', world.tdarr.url, 'no key'),
  line('models', world.models.urls.openai, `api key ${world.models.keys.openai}`),
  line('model accounts', world.modelAccounts.urls.a, `client id ${world.modelAccounts.client_ids.a}`),
  line('discord', world.discord.url, `webhook ${world.discord.webhook.url}`),
  line('push gateway', world.pushGateway.url, `api key ${world.pushGateway.fixed_key}`),
  line('ntfy', `${world.ntfy.url}/my-topic`, 'no key'),
  line('gotify', world.gotify.url, `token ${world.gotify.app_token}`),
  line('telegram', world.telegram.url, `chat 987654321, bot ${world.telegram.bot_token}`),
  line('webhooks', world.webhookReceiver.hook_url, 'no key'),
  line('smtp', world.smtp.url, 'no login'),
]
process.stdout.write(`${lines.join('\n')}\n`)

for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.once(signal, () => {
    void world.close()
  })
}
