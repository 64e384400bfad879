import { MOVIE, SHOW } from '@foyer/simulators'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { inputSchemaOf, type ToolDefinition } from '#features/ai-tools/index.ts'
import { TOOLS } from '#features/ai-tools/tools/index.ts'
import { framesOf, idOf, startChatOn } from '#test/chat.ts'
import { setContentLimits } from '#test/content-limits.ts'
import { shareAmongTests } from '#test/engines.ts'
import { isFit } from '#test/kids-titles.ts'
import { buildWorld } from '#test/world.ts'

/**
 * Defends children against a model that is wrong, curious or misled: whatever tools it calls with whatever ids and
 * words, the conversation of a kids account contains no title beyond its limits, and none is requested (1:4.3,
 * 2:4.6.7).
 */
const world = shareAmongTests(() =>
  buildWorld({
    products: ['tmdb', 'trakt'],
    instances: ['movies', 'series', 'books'],
    users: ['uma'],
    kids: ['kim'],
    grants: { kim: ['books'] },
  }),
)

/** Blocked by rating, as unrated, and by genre or rating of a show. */
const BLOCKED = [
  { media_type: 'movie', id: MOVIE.above_pg_cap },
  { media_type: 'movie', id: MOVIE.unrated },
  { media_type: 'tv', id: SHOW.mature },
] as const
const IDS = [...BLOCKED.map(({ id }) => id), MOVIE.with_file, SHOW.harbour_nine, 1]

/** Inputs that tools are sure to accept, so that some results contain titles. */
const PLAIN: Record<string, unknown> = {
  search_movies: { query: 'the' },
  get_trending: { media_type: 'all', time_window: 'day' },
  display_media: {
    items: [...BLOCKED, { media_type: 'movie', id: MOVIE.with_file }].map(({ media_type, id: tmdb_id }) => ({
      media_type,
      tmdb_id,
      title: 'Any',
    })),
  },
  request_media: { media_type: 'movie', tmdb_id: MOVIE.above_pg_cap },
}

type Schema = Record<string, unknown>

/** Random inputs that a tool accepts, or nearly: most ids and words belong to blocked titles. */
function inputsOf(schema: Schema, words: readonly string[]): fc.Arbitrary<unknown> {
  const options = (schema['anyOf'] ?? schema['oneOf']) as Schema[] | undefined
  if (options) return fc.oneof(...options.map(one => inputsOf(one, words)))
  if ('const' in schema) return fc.constant(schema['const'])
  if (Array.isArray(schema['enum'])) return fc.constantFrom(...(schema['enum'] as unknown[]))
  switch (schema['type']) {
    case 'integer':
    case 'number':
      return fc.constantFrom(...IDS)
    case 'string':
      return fc.constantFrom(...words)
    case 'boolean':
      return fc.boolean()
    case 'array':
      return fc.array(inputsOf((schema['items'] ?? {}) as Schema, words), { minLength: 1, maxLength: 4 })
    case 'object': {
      const fields = (schema['properties'] ?? {}) as Record<string, Schema>
      const required = (schema['required'] ?? []) as string[]
      const entries = Object.entries(fields).map(([name, field]) => [name, inputsOf(field, words)])
      return fc.record(Object.fromEntries(entries) as Record<string, fc.Arbitrary<unknown>>, {
        requiredKeys: required,
      })
    }
    default:
      return fc.constant(null)
  }
}

/** Ids of movies and shows in a result, at any depth. */
function idsIn(value: unknown): number[] {
  if (typeof value !== 'object' || value === null) return []
  const own = 'tmdb_id' in value && typeof value.tmdb_id === 'number' ? [value.tmdb_id] : []
  return [...own, ...Object.values(value).flatMap(idsIn)]
}

it('shows and requests nothing beyond the limits, whatever the model calls', async () => {
  const { app, users, catalogue, asKim } = world()
  const chat = await startChatOn(app)
  const { device_id } = users.kim
  const hidden = BLOCKED.map(({ media_type, id }) => {
    const record = media_type === 'movie' ? catalogue.movie(id) : catalogue.show(id)
    if (!record) throw new Error(`no ${id}`)
    const { poster_path, overview } = record
    return { title: 'title' in record ? record.title : record.name, poster_path, overview }
  })
  const words = ['the', ...hidden.map(({ title }) => title)]
  const inputs = fc.record(
    Object.fromEntries(
      TOOLS.map((tool: ToolDefinition) => [tool.name, inputsOf({ ...inputSchemaOf(tool) }, words)]),
    ),
  )
  const ok = new Set<string>()

  const check = async (given: Record<string, unknown>) => {
    const calls = Object.entries(given).map(([name, input]) => ({ name, input }))
    // At most 16 tools are called in one turn.
    for (let i = 0; i < calls.length; i += 16) {
      chat.models.script({ calls: calls.slice(i, i + 16) }, { text: 'Done.' })
      const frames = await framesOf(chat, device_id, 'Show me everything')
      const results = chat.lastResults()
      expect(results).toHaveLength(calls.slice(i, i + 16).length)
      for (const result of results) {
        if (!result.ok) continue
        ok.add(result.name)
        // Both repeat the input of the model.
        const {
          not_shown: _,
          search_term: _term,
          ...shown
        } = JSON.parse(result.text) as Record<string, unknown>
        const text = JSON.stringify(shown)
        for (const id of idsIn(shown))
          expect([result.name, id, isFit(catalogue, id)]).toEqual([result.name, id, true])
        for (const part of hidden.flatMap(({ title, poster_path, overview }) => [
          title,
          poster_path,
          overview,
        ]))
          if (part) expect(text).not.toContain(part)
      }
      const media = frames.flatMap(frame => ('media_results' in frame ? frame.media_results : []))
      for (const { id, media_type } of media)
        if (media_type === 'movie' || media_type === 'tv') expect(isFit(catalogue, Number(id))).toBe(true)
    }
  }
  await fc.assert(fc.asyncProperty(inputs, check), { numRuns: 10, examples: [[PLAIN]] })

  // The tools of admins never ran and were never offered, while those of everybody answered.
  const for_users = TOOLS.filter(({ permission }) => permission.startsWith('media:')).map(({ name }) => name)
  expect([...ok].filter(name => !for_users.includes(name))).toEqual([])
  expect([...ok]).toEqual(expect.arrayContaining(['search_movies', 'display_media', 'get_trending']))
  for (const { tools } of chat.models.asked) expect(tools.map(({ name }) => name)).toEqual(for_users)
  const requests = (await asKim('GET', '/api/requests')).body as { tmdb_id?: number }[]
  for (const { tmdb_id } of requests) if (tmdb_id) expect(isFit(catalogue, tmdb_id)).toBe(true)
  const rows = await app.database.read.selectFrom('requests').select('tmdb_id').execute()
  for (const { tmdb_id } of rows) if (tmdb_id !== null) expect(isFit(catalogue, tmdb_id)).toBe(true)
})

it('tells the model that it talks to a child, only in the chats of kids accounts', async () => {
  const { app, users } = world()
  const chat = await startChatOn(app)
  await framesOf(chat, users.kim.device_id, 'Hello')
  expect(chat.models.asked[0]?.instructions).toContain('The person is a child.')
  await framesOf(chat, users.uma.device_id, 'Hello')
  expect(chat.models.asked[1]?.instructions).not.toContain('child')
})

it('starts a new conversation when the limits change, so that no earlier result is repeated', async () => {
  const { app, addUser, asAdmin } = world()
  const { session } = await addUser('lou')
  const chat = await startChatOn(app)
  chat.models.script({ calls: [{ name: 'get_movie_details', input: { tmdb_id: MOVIE.above_pg_cap } }] })
  const conversation_id = idOf(await framesOf(chat, session.device_id, 'What is it about?'))
  expect(JSON.stringify(chat.models.lastMessages())).toContain('Knives at the Opera')
  await setContentLimits(asAdmin, session.user.id)
  const messages = [{ role: 'user', content: 'And then?' }]
  const frames = await framesOf(chat, session.device_id, { messages, conversation_id })
  expect(idOf(frames)).not.toBe(conversation_id)
  expect(JSON.stringify(chat.models.lastMessages())).not.toContain('Knives')
})
