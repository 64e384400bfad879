import { randomBytes } from 'node:crypto'
import { expect, it } from 'vitest'
import type { AlertRecord } from '#features/notifications/index.ts'
import { createSecretBox } from '#kit/crypto.ts'
import type { MessageOutcome } from '#ports/message-sender.ts'
import { openFresh } from '#test/engines.ts'
import { textsIn } from '#texts/texts.ts'
import { createDestinationChannel } from './destination-channel.ts'
import { sealConfig } from '../edit/destination-config.ts'
import { insertDestination } from '../destination-store.ts'

const NOW = '2026-11-15T09:00:00.000Z'
const ID = 'dest_1'
const ALERT: AlertRecord = {
  id: 1,
  type: 'new_movie',
  audience: { to: 'admins' },
  data: { title: 'Dune' },
  topic: null,
  parts: [],
  state: 'told',
  created_at: NOW,
}

/** A destination in the state in which a claimed alert is about to be sent to it. */
async function open(state: { enabled?: boolean; confirmed?: boolean } = {}) {
  const database = await openFresh('sqlite')
  const box = createSecretBox(randomBytes(32))
  const posted: string[] = []
  const warnings: string[] = []
  let outcome: MessageOutcome = { kind: 'sent' }
  await database.transaction(tx =>
    insertDestination(
      tx,
      {
        id: ID,
        owner_id: null,
        kind: 'email',
        name: 'Mail',
        enabled: true,
        events: ['new_movie'],
        config_box: sealConfig(box, ID, { address: 'mia@example.org', secret: null }),
        target: 'm•••@example.org',
        has_secret: false,
        confirmed: true,
        ...state,
      },
      NOW,
    ),
  )
  const channel = createDestinationChannel({
    database,
    box,
    log: { warn: (_fields, message) => void warnings.push(message) },
    textsOf: () => textsIn('en'),
    server_name: 'Home',
    registerSecrets: () => {},
    linksOf: async () => ({ link_base: null, image_url: null }),
    dispatch: {
      post: async ({ config }) => {
        posted.push(config.address)
        return outcome
      },
      note: () => Promise.reject(new Error('the disk is full')),
    },
  })
  const send = () => channel.send({ destination: ID, user_id: null }, ALERT, new AbortController().signal)
  return { send, posted, warnings, answer: (next: MessageOutcome) => void (outcome = next) }
}

it('sends nothing to a destination that was turned off or got another address after the claim', async () => {
  const off = await open({ enabled: false })
  expect(await off.send()).toEqual({ kind: 'failed', reason: 'not_configured' })
  const moved = await open({ confirmed: false })
  expect(await moved.send()).toEqual({ kind: 'failed', reason: 'not_confirmed' })
  expect([off.posted, moved.posted]).toEqual([[], []])
})

it('reports the outcome of a message even if the health of its destination cannot be saved', async () => {
  const { send, posted, warnings, answer } = await open()
  expect(await send()).toEqual({ kind: 'sent' })
  answer({ kind: 'retry', reason: 'rate_limited', after_ms: 5000 })
  expect(await send()).toEqual({ kind: 'retry', reason: 'rate_limited', after_ms: 5000 })
  expect([posted.length, warnings.length]).toEqual([2, 2])
})
