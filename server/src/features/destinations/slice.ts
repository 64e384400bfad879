import { fillTemplate } from '@foyer/contract/destinations/webhook-template'
import { externalAddress } from '#features/connect-links/index.ts'
import type { AlertRecord, SendQueue } from '#features/notifications/index.ts'
import type { TextsOf } from '#features/person-preferences/index.ts'
import { findRequest } from '#features/requests/index.ts'
import { createCurrentCaller } from '#features/sessions/index.ts'
import { linkBase } from '#kit/link-base.ts'
import { publicPoster } from '#kit/public-poster.ts'
import type { Platform } from '#platform/platform.ts'
import type { MessageSender } from '#ports/message-sender.ts'
import { createDiscordSender } from '#upstreams/discord/discord-sender.ts'
import { readWebhookUrl } from '#upstreams/discord/webhook-url-rules.ts'
import { createGotifySender } from '#upstreams/gotify/gotify-sender.ts'
import { createTransportChoice } from '#upstreams/message-post/transport-choice.ts'
import { createNtfySender } from '#upstreams/ntfy/ntfy-sender.ts'
import { createTelegramSender } from '#upstreams/telegram/telegram-sender.ts'
import { createWebhookSender } from '#upstreams/webhook-out/webhook-sender.ts'
import type { AddressConfirmations } from './address/address-confirmations.ts'
import { createDestinationChannel } from './send/destination-channel.ts'
import { destinationRoutes } from './destination-routes.ts'
import { createDestinations } from './edit/destination-service.ts'
import { createDestinationTests } from './edit/destination-test.ts'
import { createMessageDispatch, type Recipient, type Senders } from './send/message-dispatch.ts'
import { secretPartsOf } from './edit/secret-parts.ts'

interface Needs {
  notifications: { queue: SendQueue }
  email: { sender: MessageSender; confirmations: AddressConfirmations }
  textsOf: TextsOf
}

/** Places that alerts go to besides devices: the household's, and people's own (C64). */
export function createDestinationsSlice(platform: Platform, { notifications, email, textsOf }: Needs) {
  const { config, database, settings, scrubber } = platform
  const { confirmations } = email
  const { queue } = notifications
  const { server_name } = config
  const dispatch = createMessageDispatch({ ...platform, senders: createSenders(platform, email.sender) })

  function registerSecrets(to: Recipient): void {
    for (const secret of secretPartsOf(to)) scrubber.register(secret)
  }

  async function currentLinkBase(): Promise<string | null> {
    const { external_url } = await settings.read(database.read, externalAddress)
    return external_url === '' ? null : linkBase(external_url, config.base_path)
  }

  async function linksOf({ data }: AlertRecord) {
    const request =
      data.request_id === undefined ? undefined : await findRequest(database.read, data.request_id)
    const image_url = publicPoster(request?.poster_path, config.tmdb.image_url)
    return { link_base: await currentLinkBase(), image_url }
  }

  const destinations = createDestinations({
    ...platform,
    rules: {
      private_hosts: config.private_destinations,
      isChatWebhook: address => readWebhookUrl(address, config.discord_url) !== null,
    },
    confirmations,
    queue,
  })
  const tests = createDestinationTests({
    ...platform,
    destinations,
    dispatch,
    confirmations,
    currentCaller: createCurrentCaller(database),
    registerSecrets,
    linkBase: currentLinkBase,
    textsOf,
    server_name,
  })
  queue.add(
    createDestinationChannel({ ...platform, dispatch, registerSecrets, linksOf, textsOf, server_name }),
  )
  return { api: {}, routes: destinationRoutes({ destinations, tests }) }
}

function createSenders({ config, outbound, clock }: Platform, email: MessageSender): Senders {
  const { external } = outbound
  const choose = createTransportChoice(outbound, config.private_destinations)
  return {
    discord: createDiscordSender({ external, clock, discord_url: config.discord_url }),
    ntfy: createNtfySender({ choose }),
    gotify: createGotifySender({ choose }),
    telegram: createTelegramSender({ external, clock, url: config.telegram_url }),
    webhook: createWebhookSender({ choose, clock, fillTemplate }),
    email,
  }
}
