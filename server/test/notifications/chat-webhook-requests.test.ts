import { ALBUM, BOOK, MOVIE, SHOW } from '@foyer/simulators'
import { describe, expect, it } from 'vitest'
import { expectOk } from '#test/calls.ts'
import { shareAmongTests } from '#test/engines.ts'
import { create } from '#test/request-calls.ts'
import { toolResult } from '#test/tools.ts'
import { buildWorld } from '#test/world.ts'

const PATH = '/api/admin/chat-notifications'
const SETTINGS = '/api/admin/request-settings'
const EXTERNAL = 'https://media.example.org'

const PARTS = {
  products: ['tmdb', 'trakt', 'hardcover', 'musicbrainz', 'discord'],
  instances: ['movies', 'movies_4k', 'series', 'music', 'books'],
  users: ['uma', 'nora'],
  grants: { uma: ['movies_4k', 'books', 'music'], nora: ['books'] },
} as const

async function build() {
  const world = await buildWorld(PARTS)
  const { asAdmin, discord, settle, app } = world
  world.radarr.addMovie(MOVIE.with_file, { file: 'Bluray-1080p' })
  discord.setRateLimit({ limit: 1000, window_ms: 1000 })
  expectOk(await asAdmin('PUT', '/api/admin/external-address', { external_url: EXTERNAL }))
  return {
    ...world,
    /** A room of its own for each test, that hears of everything from now on. */
    async openRoom({ approval = true, include_auto_approved = false } = {}) {
      expectOk(await asAdmin('PUT', SETTINGS, { require_approval: approval }))
      const { id, url } = discord.addWebhook()
      expectOk(await asAdmin('PUT', PATH, { enabled: true, webhook_url: url, include_auto_approved }))
      return async () => {
        await settle()
        // C69: a title that nobody confirmed is waited for.
        app.clock.advance(5_000)
        await settle()
        return discord.messages(id).map(({ embeds: [embed] }) => embed)
      }
    },
  }
}

const factsOf = (embed: Record<string, unknown> | undefined) => {
  const fields = (embed?.['fields'] ?? []) as { name: string; value: string }[]
  return Object.fromEntries(fields.map(({ name, value }) => [name, value]))
}

describe('new requests in the room (2:4.10)', () => {
  const world = shareAmongTests(build)

  it('are announced once each, of every medium, with what an admin wants to know', async () => {
    const { asUma, openRoom } = world()
    const announced = await openRoom()
    await create(asUma, { media_type: 'movie', tmdb_id: MOVIE.absent })
    await create(asUma, { media_type: 'tv', tmdb_id: SHOW.harbour_nine, seasons: [1] })
    await create(asUma, { media_type: 'book', foreign_id: `hc:${BOOK.tidewater}`, title: 'Some book' })
    await create(asUma, { media_type: 'music', foreign_id: ALBUM.absent, title: 'Velvet Ledger' })
    const embeds = await announced()
    expect(embeds.map(factsOf)).toEqual([
      { 'Requested by': 'uma', Type: 'Movie', Status: 'Needs approval', Library: 'Movies' },
      { 'Requested by': 'uma', Type: 'Show', Status: 'Needs approval', Library: 'Series' },
      {
        'Requested by': 'uma',
        Type: 'Book',
        Status: 'Needs approval',
        Formats: 'E-book, Audiobook',
        Library: 'Books',
      },
      { 'Requested by': 'uma', Type: 'Album', Status: 'Needs approval', Library: 'Music' },
    ])
    expect(embeds.map(embed => embed?.['title'])).toEqual([
      'Nobody Ordered the Soup',
      'Harbour Nine',
      expect.any(String),
      'Velvet Ledger',
    ])
    expect(embeds.map(embed => embed?.['url'])).toEqual(Array(4).fill(`${EXTERNAL}/approvals`))
  })

  it('are announced from the tools of assistants too', async () => {
    const { app, users, openRoom } = world()
    const announced = await openRoom()
    await toolResult(app, users.nora, 'request_media', { media_type: 'movie', tmdb_id: MOVIE.upcoming })
    expect((await announced()).map(factsOf)).toMatchObject([{ 'Requested by': 'nora', Type: 'Movie' }])
  })

  it('are not announced again when repeated, joined, decided, or already there', async () => {
    const { asUma, asNora, asAdmin, openRoom } = world()
    const announced = await openRoom()
    const wish = { media_type: 'movie', tmdb_id: MOVIE.in_cinemas } as const
    const { request_id } = (await create(asUma, wish)).body
    expect((await create(asUma, wish)).status).toBe(200)
    const book = { media_type: 'book', foreign_id: `hc:${BOOK.standalone}`, title: 'Shared' } as const
    await create(asUma, { ...book, book_format: 'ebook' })
    expect((await create(asNora, { ...book, book_format: 'ebook' })).status).toBe(200)
    await create(asUma, { media_type: 'movie', tmdb_id: MOVIE.with_file })
    expectOk(await asAdmin('POST', `/api/admin/requests/${request_id}/approve`))
    expect((await announced()).map(factsOf)).toMatchObject([
      { Type: 'Movie' },
      { Type: 'Book', Formats: 'E-book' },
    ])
    // Another library and another person are other requests.
    await create(asUma, { ...wish, instance_id: world().instance_ids.movies_4k })
    await create(asNora, { media_type: 'tv', tmdb_id: SHOW.with_specials, seasons: [1] })
    await create(asUma, { media_type: 'tv', tmdb_id: SHOW.with_specials, seasons: [1] })
    expect(await announced()).toHaveLength(5)
  })

  it('without review are announced only where that was chosen', async () => {
    const { asUma, asAdmin, openRoom } = world()
    const announced = await openRoom({ approval: false })
    await create(asUma, { media_type: 'movie', tmdb_id: MOVIE.unrated })
    expect(await announced()).toEqual([])
    expectOk(await asAdmin('PUT', PATH, { enabled: true, include_auto_approved: true }))
    expect(await announced()).toEqual([])
    await create(asUma, { media_type: 'movie', tmdb_id: MOVIE.non_english })
    const [embed, ...more] = await announced()
    expect(more).toEqual([])
    expect(factsOf(embed)).toMatchObject({ Status: 'Approved automatically', 'Requested by': 'uma' })
    expect(embed).toMatchObject({ url: `${EXTERNAL}/` })
  })
})
