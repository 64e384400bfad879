import { setImmediate as nextTurn } from 'node:timers/promises'
import { afterAll, expect, it } from 'vitest'
import { systemClock } from '#kit/clock.ts'
import { createOutbound } from '#kit/outbound.ts'
import { freePort, serveHttpProxy } from '#test/loopback-servers.ts'
import {
  begins,
  buildLanguageModels,
  collect,
  FORMS,
  modelRequest,
  serveProvider,
  streams,
} from '#test/model-streams.ts'
import { createTestClock } from '#test/test-clock.ts'
import { createLanguageModels } from './language-models.ts'

const { account } = buildLanguageModels()

it.each([
  ['local', false, 0],
  ['local', true, 1],
  ['openai', false, 1],
] as const)('%s with use_proxy %s goes through %d proxies', async (name, use_proxy, proxied) => {
  await using proxy = await serveHttpProxy()
  await using provider = await serveProvider()
  const outbound = createOutbound({
    clock: systemClock,
    external_proxy: () => ({ url: proxy.origin, username: '', password: '', no_proxy: [] }),
    user_agent: 'Foyer',
  })
  afterAll(() => outbound.close())
  const closed = `http://127.0.0.1:${await freePort()}`
  const { origin } = provider.server
  const models = createLanguageModels({
    ...outbound,
    urls: {
      openai: origin,
      anthropic: closed,
      gemini: closed,
      xai: closed,
      oauth_a: closed,
      oauth_b: closed,
    },
  })
  provider.reply(streams(...FORMS[name].text('OK'), ...FORMS[name].end('stop')))
  await collect(models.stream(account(name, provider, { use_proxy }), modelRequest()))
  expect(proxy.seen).toHaveLength(proxied)
  expect(provider.calls).toHaveLength(1)
})

it('a provider that falls silent did not answer', async () => {
  await using provider = await serveProvider()
  const clock = createTestClock()
  const outbound = createOutbound({ clock, external_proxy: () => null, user_agent: 'Foyer' })
  afterAll(() => outbound.destroy())
  const { origin } = provider.server
  const urls = {
    openai: origin,
    anthropic: origin,
    gemini: origin,
    xai: origin,
    oauth_a: origin,
    oauth_b: origin,
  }
  const models = createLanguageModels({ ...outbound, urls })
  provider.reply(begins(...FORMS.openai.text('Half')))
  const parts = models.stream(account('openai', provider), modelRequest())[Symbol.asyncIterator]()
  expect(await parts.next()).toMatchObject({ value: { type: 'text', text: 'Half' } })
  const outcome = parts.next().catch((error: unknown) => error)
  const passTime = async (): Promise<unknown> => {
    clock.advance(10_000)
    const now = await Promise.race([outcome, nextTurn('waiting')])
    return now === 'waiting' ? passTime() : now
  }
  expect(await passTime()).toMatchObject({ category: 'upstream_unavailable', transient: true })
  expect(clock.monotonicMs()).toBeGreaterThanOrEqual(120_000)
})
