import type { DemoWorld } from '../../simulators/src/index.ts'
import type { Member } from './people.ts'

/** The household's chat room and mail server. */
export async function connectDestinations(ana: Member, { discord, smtp }: DemoWorld): Promise<void> {
  await ana.call('PUT', 'api/admin/chat-notifications', { enabled: true, webhook_url: discord.webhook.url })
  await ana.call('PUT', 'api/admin/email', {
    enabled: true,
    host: smtp.host,
    port: smtp.port,
    security: 'none',
    from: 'The Larches <foyer@larches.example>',
  })
  await ana.call('POST', 'api/admin/destinations', {
    kind: 'discord',
    name: 'What is new',
    address: discord.addWebhook().url,
    events: ['new_movie', 'new_episode', 'new_book', 'new_music'],
  })
}

/** Ben reads his news on a phone with ntfy. */
export async function addOwnTopic(ben: Member, { ntfy }: DemoWorld): Promise<void> {
  await ben.call('POST', 'api/me/destinations', {
    kind: 'ntfy',
    name: 'My phone',
    address: `${ntfy.url}/ben-at-the-larches`,
  })
}
