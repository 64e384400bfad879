import { afterEach, beforeEach, expect, it } from 'vitest'
import { createWalker, type Walker } from '../vendor-walk.ts'
import { startWorld, type World } from '../world.ts'

let world: World<'discord'>
let walker: Walker

beforeEach(async () => {
  world = await startWorld({ products: ['discord'] })
  walker = createWalker(world.discord, {})
})
afterEach(() => world.close())

const pathOf = (url: string) => new URL(url).pathname
const post = (body: unknown, query = '?wait=true') =>
  walker.send(`POST ${pathOf(world.discord.webhook.url)}${query}`, body)

it('posts, and answers with the message only to those who wait', async () => {
  expect(await post({ content: 'Hello' })).toMatchObject({
    status: 200,
    body: { id: expect.stringMatching(/^\d{19}$/) as string, content: 'Hello' },
  })
  expect(await post({ content: 'Again' }, '')).toMatchObject({ status: 204 })
  expect(world.discord.messages().map(one => one.content)).toEqual(['Hello', 'Again'])
})

it('knows its webhooks under every version, and by their token only', async () => {
  const { url, id } = world.discord.webhook
  const path = pathOf(url)
  expect((await walker.send(`GET ${path.replace('/api/', '/api/v10/')}`)).body).toMatchObject({ id, type: 1 })
  expect(await walker.send(`GET ${path}x`)).toMatchObject({ status: 401, body: { code: 50027 } })
  world.discord.removeWebhook(id)
  expect(await post({ content: 'x' })).toMatchObject({ status: 404, body: { code: 10015 } })
})

it.each([
  ['nothing', {}, 50006],
  ['an embed without anything', { embeds: [{ color: 1 }] }, 50006],
  ['a long title', { embeds: [{ title: 'x'.repeat(257) }] }, 50035],
  ['a field without value', { embeds: [{ title: 'x', fields: [{ name: 'a', value: '' }] }] }, 50035],
  ['too many embeds', { embeds: Array.from({ length: 11 }, () => ({ title: 'x' })) }, 50035],
  [
    'too much text',
    { embeds: [{ description: 'x'.repeat(4096) }, { description: 'x'.repeat(2000) }] },
    50035,
  ],
  ['an address that is none', { embeds: [{ title: 'x', url: '/approvals' }] }, 50035],
  ['a time that is none', { embeds: [{ title: 'x', timestamp: 'today' }] }, 50035],
  ['a name of its own', { content: 'x', username: 'Discord staff' }, 50035],
  ['a mention of its own', { content: 'x', allowed_mentions: { parse: ['here'] } }, 50035],
])('refuses %s', async (_what, body, code) => {
  expect(await post(body)).toMatchObject({ status: 400, body: { code } })
  expect(world.discord.messages()).toEqual([])
})

it('limits each webhook, and says for how long', async () => {
  world.discord.setRateLimit({ limit: 1, window_ms: 1500 })
  await post({ content: 'one' })
  expect(await post({ content: 'two' })).toMatchObject({
    status: 429,
    body: { retry_after: expect.any(Number) as number, global: false },
  })
  const other = pathOf(world.discord.addWebhook().url)
  expect((await walker.send(`POST ${other}?wait=true`, { content: 'three' })).status).toBe(200)
  await world.advance(1500)
  expect((await post({ content: 'four' })).status).toBe(200)
})

it('takes no plain message for a forum, and talks HTML to those it banned', async () => {
  const forum = pathOf(world.discord.addWebhook('forum').url)
  const refused = await walker.send(`POST ${forum}?wait=true`, { content: 'x' })
  expect(refused).toMatchObject({ status: 400, body: { code: 220001 } })
  world.discord.ban(true)
  expect(await post({ content: 'x' })).toMatchObject({
    status: 429,
    body: expect.stringContaining('html') as string,
  })
})
