import { MOVIE } from '@foyer/simulators'
import { describe, expect, it } from 'vitest'
import { expectOk } from '#test/calls.ts'
import { idOf, openChat, textOf } from '#test/chat.ts'
import { shareAmongTests } from '#test/engines.ts'
import { listen } from '#test/sockets.ts'
import { buildWorld } from '#test/world.ts'

/** The whole way: the route, the account of the person, the wire format of the provider, the tools and back. */
const shared = shareAmongTests(async () => {
  const world = await buildWorld({ products: ['tmdb', 'trakt', 'models'], instances: ['movies'] })
  const url = `http://127.0.0.1:${await listen(world.app)}`
  return { ...world, url }
})

let people = 0

/** Somebody who has not chosen a model. */
async function begin() {
  const world = shared()
  people += 1
  const { session, call } = await world.addUser(`person-${people}`)
  world.models.forgetCalls()
  const open = (content: string, conversation_id?: string) =>
    openChat(world.url, session.access_token, {
      messages: [{ role: 'user', content }],
      ...(conversation_id !== undefined && { conversation_id }),
    })
  const frames = async (...message: Parameters<typeof open>) => {
    const turn = await open(...message)
    expect([turn.status, await turn.ended]).toEqual([200, true])
    return turn.frames
  }
  const choose = async (provider: 'openai' | 'anthropic' | 'gemini' | 'grok', model: string) => {
    const body = { provider, model, api_key: world.models.keys[provider] }
    expectOk(await call('PUT', '/api/ai/settings', body))
    world.models.forgetCalls()
  }
  return { ...world, session, call, open, frames, choose }
}

const LOOK = { name: 'search_movies', input: { query: 'Paper Lanterns' } }
const SHOW_IT = {
  name: 'display_media',
  input: { items: [{ media_type: 'movie', tmdb_id: MOVIE.with_file, title: 'Paper Lanterns' }] },
}

describe('a conversation over the wire of each provider', () => {
  it.each([
    ['openai', 'gpt-4.1-mini'],
    ['openai', 'gpt-6-sol'],
    ['anthropic', 'claude-sonnet-5-5'],
    ['gemini', 'gemini-3.5-flash'],
    ['grok', 'grok-4.5'],
  ] as const)('%s, %s: tools, cards, and a second turn that remembers', async (provider, model) => {
    const { models, choose, frames } = await begin()
    await choose(provider, model)
    models.script(
      { text: 'Let me look.', reasoning: 'They want a movie.', tool_calls: [LOOK] },
      { reasoning: 'Show it.', tool_calls: [SHOW_IT] },
      { text: ['Here ', 'it ', 'is.'] },
    )
    const first = await frames('Find Paper Lanterns')
    expect(textOf(first)).toBe('Let me look.Here it is.')
    expect(first.filter(frame => 'tool_end' in frame)).toEqual([
      { tool_end: { name: 'search_movies', ok: true } },
      { tool_end: { name: 'display_media', ok: true } },
    ])
    const shown = first.flatMap(frame => ('media_results' in frame ? frame.media_results : []))
    expect(shown).toMatchObject([{ id: MOVIE.with_file, title: 'Paper Lanterns', media_type: 'movie' }])
    models.script({ text: 'You are welcome.' })
    const second = await frames('Thanks', idOf(first))
    expect(idOf(second)).toBe(idOf(first))
    const calls = models.calls()
    expect(calls.map(({ stream }) => stream)).toEqual([true, true, true, true])
    const last = calls.at(-1)
    expect(last?.messages.filter(({ role }) => role !== 'assistant').map(({ role }) => role)).toEqual([
      'user',
      'tool',
      'tool',
      'user',
    ])
    expect(last?.messages.find(({ role }) => role === 'tool')?.text).toContain('Paper Lanterns')
    expect(last?.system).toContain('You are the assistant inside Foyer.')
    expect(models.violations()).toEqual([])
  })

  it.each([
    ['openai', 'gpt-4.1-mini'],
    ['anthropic', 'claude-sonnet-5-5'],
    ['gemini', 'gemini-3.5-flash'],
  ] as const)(
    '%s, %s: goes on after a turn that used up its tools or was stopped',
    async (provider, model) => {
      const { models, choose, frames, open } = await begin()
      await choose(provider, model)
      const many = Array.from({ length: 17 }, () => ({ name: 'list_my_requests', input: {} }))
      models.script({ tool_calls: many }, { text: 'That is enough.' })
      const first = await frames('Look at everything')
      expect(textOf(first)).toBe('That is enough.')
      models.script({ text: 'Half an answer', tool_calls: [], stall: true })
      const stopped = await open('Tell me more', idOf(first))
      await stopped.received('text')
      stopped.leave()
      models.script({ text: 'Back again.' })
      await expect.poll(async () => (await open('Go on', idOf(first))).status).toBe(200)
      await expect.poll(() => models.unused()).toBe(0)
      expect(models.violations()).toEqual([])
    },
  )
})

describe('an account', () => {
  it('that the provider refuses ends the turn with a category, and never with its words', async () => {
    const { app, models, choose, frames } = await begin()
    await choose('anthropic', 'claude-haiku-5-5')
    models.script({ status: 401, error: { message: 'invalid x-api-key sk-secret' } })
    const failed = await frames('Hello')
    expect(failed.at(-1)).toMatchObject({ code: 'invalid_credentials' })
    expect(JSON.stringify([failed, app.log.entries])).not.toContain('sk-secret')
  })

  it('that is replaced starts a fresh conversation', async () => {
    const { choose, frames } = await begin()
    await choose('openai', 'gpt-4.1-mini')
    const first = idOf(await frames('Hello'))
    expect(idOf(await frames('Hello', first))).toBe(first)
    await choose('openai', 'gpt-5.5')
    expect(idOf(await frames('Hello', first))).not.toBe(first)
  })

  it('that is missing is refused before the stream', async () => {
    const { open } = await begin()
    const turn = await open('Hello')
    await turn.ended
    expect(turn.status).toBe(503)
    expect(turn.body()).toMatchObject({
      code: 'ai_unavailable',
      source: 'none',
      reason: 'shared_access_disabled',
    })
  })
})

describe('the included account', () => {
  async function include() {
    const parts = await begin()
    const { asAdmin, models, session } = parts
    const profile = { openai_key: models.keys.openai, ai_provider: 'openai', ai_model: 'gpt-4.1-mini' }
    expectOk(await asAdmin('PUT', '/api/admin/credentials', profile))
    const grant = async (shared_ai_enabled: boolean) =>
      expectOk(await asAdmin('PUT', `/api/admin/users/${session.user.id}/ai-access`, { shared_ai_enabled }))
    await grant(true)
    models.forgetCalls()
    return { ...parts, grant }
  }

  it('is used by those who may, until they may no longer', async () => {
    const { models, frames, open, grant } = await include()
    expect(textOf(await frames('Hello'))).toBe('OK')
    const held = Promise.withResolvers<void>()
    models.script({ hold: held.promise, tool_calls: [LOOK] })
    const turn = await open('Find something')
    await expect.poll(() => models.calls().length).toBe(2)
    await grant(false)
    held.resolve()
    expect(await turn.ended).toBe(true)
    expect(turn.frames.at(-1)).toMatchObject({ code: 'shared_access_disabled' })
    expect(turn.frames.filter(frame => 'tool_start' in frame)).toEqual([])
    expect(models.calls()).toHaveLength(2)
  })

  it('is left at once by somebody who is removed', async () => {
    const { app, models, open, asAdmin, session } = await include()
    models.script({ text: 'Once upon', stall: true })
    const turn = await open('Tell me a story')
    await turn.received('text')
    expectOk(await asAdmin('DELETE', `/api/admin/users/${session.user.id}`))
    app.clock.advance(2000)
    expect(await turn.ended).toBe(true)
    expect(turn.frames.at(-1)).toMatchObject({ code: 'session_revoked' })
  })
})
