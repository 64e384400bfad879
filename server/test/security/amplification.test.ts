import type { RequestListener, ServerResponse } from 'node:http'
import { brotliCompressSync, constants, deflateSync, gzipSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { createTestClock } from '#test/test-clock.ts'
import { createOutbound, type HeldBody } from '#kit/outbound.ts'
import { type ByteBudget, createByteBudget } from '#kit/outbound/byte-budget.ts'
import { serveHttp } from '#test/loopback-servers.ts'
import { startApp } from '#test/app.ts'
import { afterTest } from '#test/engines.ts'
import { addInstance, managerForm } from '#test/managers.ts'

/*
 * Defends the memory of the process: a manager, or who stands in its place, answers with few bytes that become very
 * many, with one endless record, or with many large answers at the same time.
 */

const MiB = 1024 * 1024
const COMPRESS = {
  br: (text: string) =>
    brotliCompressSync(text, {
      params: { [constants.BROTLI_PARAM_QUALITY]: 5, [constants.BROTLI_PARAM_LGWIN]: 24 },
    }),
  gzip: (text: string) => gzipSync(text, { level: 9 }),
  deflate: (text: string) => deflateSync(text, { level: 9 }),
} as const
const ENCODINGS = ['br', 'gzip', 'deflate'] as const

function outboundWithin(budget: ByteBudget) {
  const outbound = createOutbound({
    clock: createTestClock(),
    external_proxy: () => null,
    user_agent: 'x',
    budget,
  })
  afterTest(() => outbound.destroy())
  return outbound
}

async function serve(handle: RequestListener) {
  const server = await serveHttp(handle)
  afterTest(async () => server[Symbol.asyncDispose]())
  return server
}

/** Random, but the same in each run. */
function createRandom(seed = 1): (below: number) => number {
  let state = seed
  return below => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state % below
  }
}

/** A list as a manager sends it: long names, mostly the same values, texts that differ. */
function movies(count: number): object[] {
  const random = createRandom()
  const word = () => 'ka ro mi ten sal ver on dra lu pi sta go ne fi bar'.split(' ')[random(15)] ?? ''
  const words = (many: number) => Array.from({ length: many }, () => word() + word()).join(' ')
  return Array.from({ length: count }, (_, i) => {
    const title = words(3)
    return {
      title,
      originalTitle: title,
      originalLanguage: { id: 1, name: 'English' },
      alternateTitles: [],
      sortTitle: title,
      sizeOnDisk: random(2 ** 31),
      status: 'released',
      overview: words(40),
      inCinemas: '2020-01-01T00:00:00Z',
      physicalRelease: '2020-05-01T00:00:00Z',
      images: [
        {
          coverType: 'poster',
          url: `/MediaCover/${i}/poster.jpg`,
          remoteUrl: `https://image.tmdb.org/t/p/original/${random(2 ** 31)}.jpg`,
        },
        {
          coverType: 'fanart',
          url: `/MediaCover/${i}/fanart.jpg`,
          remoteUrl: `https://image.tmdb.org/t/p/original/${random(2 ** 31)}.jpg`,
        },
      ],
      website: '',
      year: 1950 + random(75),
      hasFile: false,
      path: `/movies/${title} (2020)`,
      qualityProfileId: 1,
      monitored: true,
      minimumAvailability: 'released',
      isAvailable: true,
      runtime: random(180),
      cleanTitle: title.replaceAll(' ', ''),
      imdbId: `tt${random(9_999_999)}`,
      tmdbId: i + 1,
      titleSlug: String(i + 1),
      rootFolderPath: '/movies/',
      certification: 'PG-13',
      genres: ['Drama', 'Comedy'],
      tags: [],
      added: '2020-01-01T00:00:00Z',
      ratings: { tmdb: { votes: random(9999), value: random(100) / 10, type: 'user' } },
      popularity: random(1000) / 10,
      id: i + 1,
    }
  })
}

describe('a compressed answer', () => {
  function open() {
    const outbound = createOutbound({ clock: createTestClock(), external_proxy: () => null, user_agent: 'x' })
    afterTest(() => outbound.destroy())
    return (url: string) =>
      outbound.internal.send({
        upstream: 'Radarr',
        method: 'GET',
        url,
        timeout_ms: 30_000,
        max_bytes: 256 * MiB,
      })
  }

  it.each(ENCODINGS)(
    'that grows beyond all measure is refused long before its limit (%s)',
    async encoding => {
      const send = open()
      const bomb = COMPRESS[encoding](`[${' '.repeat(16 * MiB)}]`)
      const server = await serve((_request, response) =>
        response.setHeader('content-encoding', encoding).end(bomb),
      )
      await expect(send(server.origin)).rejects.toMatchObject({ kind: 'bad_answer' })
    },
  )

  it.each(ENCODINGS)('that is a real list is read, however well it was compressed (%s)', async encoding => {
    const send = open()
    const text = JSON.stringify(movies(2000))
    const small = COMPRESS[encoding](text)
    // Otherwise this would prove nothing: such lists shrink well, and are larger than what is free.
    expect([text.length > 2 * MiB, text.length / small.length > 4]).toEqual([true, true])
    const server = await serve((_request, response) =>
      response.setHeader('content-encoding', encoding).end(small),
    )
    expect((await send(server.origin)).text()).toBe(text)
  })

  it('that repeats the same few records a hundred times is still no bomb', async () => {
    const send = open()
    const text = JSON.stringify(Array.from({ length: 100 }, () => movies(50)))
    const small = COMPRESS.gzip(text)
    const server = await serve((_request, response) =>
      response.setHeader('content-encoding', 'gzip').end(small),
    )
    expect((await send(server.origin)).bytes()).toHaveLength(Buffer.byteLength(text))
  })

  it('in brotli is decoded with sixteen others at once, and not with a hundred', async () => {
    const send = open()
    const text = JSON.stringify(movies(20))
    const small = COMPRESS.br(text)
    const begun: ServerResponse[] = []
    const server = await serve((request, response) => {
      response.setHeader('content-encoding', 'br')
      if (request.url !== '/slow') return response.end(small)
      // The window stands, and nothing more comes.
      response.write(small.subarray(0, 100))
      return begun.push(response)
    })
    const slow = Array.from({ length: 40 }, () => send(`${server.origin}/slow`))
    await expect.poll(() => begun.length).toBe(40)
    let isAnswered = false
    const late = send(server.origin).then(answer => {
      isAnswered = true
      return answer.text()
    })
    await new Promise(resolve => setImmediate(resolve))
    expect(isAnswered).toBe(false)
    for (const response of begun) response.end(small.subarray(100))
    for (const answer of await Promise.all(slow)) expect(answer.text()).toBe(text)
    expect(await late).toBe(text)
  })

  it('may be small and even: the first bytes are free', async () => {
    const send = open()
    const server = await serve((_request, response) =>
      response.setHeader('content-encoding', 'br').end(COMPRESS.br(' '.repeat(MiB))),
    )
    expect((await send(server.origin)).bytes()).toHaveLength(MiB)
  })
})

describe('many large answers at once', () => {
  const PART = Buffer.alloc(64 * 1024, 'x')

  /** What was written to each connection before it had to wait, and a way to end it. */
  async function startFloods() {
    const floods: { sent: number; finish(): void }[] = []
    const server = await serve((request, response) => {
      if (request.url === '/small') return response.end('{}')
      const flood = { sent: 0, finish: () => response.end() }
      const send = () => {
        while (flood.sent < 16 * MiB) {
          flood.sent += PART.length
          if (!response.write(PART)) return response.once('drain', send)
        }
        return response
      }
      floods.push(flood)
      send()
    })
    return { server, floods }
  }

  it('take turns, never wait for each other, and never hold up a small one', async () => {
    const budget = createByteBudget({ free: MiB, shared: 2 * MiB })
    const outbound = outboundWithin(budget)
    const { server, floods } = await startFloods()
    const read = (path: string) =>
      outbound.internal.hold({
        upstream: 'Radarr',
        method: 'GET',
        url: server.origin + path,
        timeout_ms: 30_000,
        max_bytes: 64 * MiB,
      })
    const finished: HeldBody[] = []
    for (let i = 0; i < 5; i++) void read('/large').then(({ body }) => finished.push(body))
    const sentWhole = () => floods.filter(flood => flood.sent >= 16 * MiB)

    await expect.poll(() => sentWhole().length).toBe(1)
    for (let i = 0; i < 100; i++) (await read('/small')).body.release()
    for (let done = 1; done <= 5; done++) {
      await expect.poll(() => sentWhole().length).toBe(done)
      // All but the oldest stand still, whatever their connections have in store.
      expect(budget.held()).toBeLessThanOrEqual(18 * MiB)
      for (const flood of sentWhole()) flood.finish()
      await expect.poll(() => finished.length).toBe(done)
      expect([finished[done - 1]?.size, sentWhole().length]).toEqual([16 * MiB, done])
      finished[done - 1]?.release()
    }
    expect(budget.held()).toBe(0)
  })
})

describe('a large answer that is parsed', () => {
  const text = JSON.stringify(movies(4000))

  async function open() {
    const budget = createByteBudget()
    const outbound = outboundWithin(budget)
    const server = await serve((_request, response) => response.end(text))
    const send = () =>
      outbound.internal.send({
        upstream: 'Radarr',
        method: 'GET',
        url: server.origin,
        timeout_ms: 30_000,
        max_bytes: 64 * MiB,
      })
    return { budget, send }
  }

  const nextTurn = () => new Promise(resolve => setImmediate(resolve))

  it('counts as held until that is done, and no longer', async () => {
    const { budget, send } = await open()
    const held: number[] = []
    const record = z.looseObject({ id: z.number() }).check(() => void held.push(budget.held()))
    const list = (await send()).json(z.array(record))
    expect([list.length, held.length]).toEqual([4000, 4000])
    expect(Math.min(...held)).toBeGreaterThan(text.length - 2 * MiB)
    expect(text.length).toBeGreaterThan(3 * MiB)
    await nextTurn()
    expect(budget.held()).toBe(0)
  })

  it('does not count when nobody looks at it, and can be read later all the same', async () => {
    const { budget, send } = await open()
    const answer = await send()
    await nextTurn()
    expect(budget.held()).toBe(0)
    expect(answer.text()).toBe(text)
    expect(answer.json(z.array(z.unknown()))).toHaveLength(4000)
  })
})

describe('the library-manager proxy', () => {
  /** A manager that answers its API as told; everything else as a Radarr would. */
  async function begin(answers: Record<string, (response: ServerResponse) => void>) {
    const manager = await serve((request, response) => {
      response.setHeader('content-type', 'application/json')
      const path = (request.url ?? '').replace('/api/v3/', '').replace(/\?.*/, '')
      const answer = answers[path]
      if (answer) answer(response)
      else if (path === 'system/status') response.end('{"appName":"Radarr","version":"5.0.0.0"}')
      else response.writeHead(404).end('{}')
    })
    const app = await startApp()
    const { access_token: token } = await app.setUp()
    const { id } = await addInstance(
      app,
      token,
      managerForm('movie_manager', 'Movies', { url: manager.origin, api_key: 'k' }),
    )
    const read = (path: string) => app.call('GET', `/api/instances/${id}/proxy/api/v3/${path}`, { token })
    return { app, token, id, manager, read }
  }

  const bomb = (text: string) => (response: ServerResponse) =>
    void response.setHeader('content-encoding', 'br').end(COMPRESS.br(text))

  it('answers 502 to eight bombs at once, and goes on', async () => {
    const small = COMPRESS.br(`[${' '.repeat(32 * MiB)}]`)
    const { read } = await begin({
      movie: response => void response.setHeader('content-encoding', 'br').end(small),
      queue: response => void response.end('{"records":[]}'),
    })
    expect(small.length).toBeLessThan(4096)
    const answers = await Promise.all(Array.from({ length: 8 }, () => read('movie')))
    expect(answers.map(answer => [answer.status, answer.body.code])).toEqual(
      answers.map(() => [502, 'upstream_failed']),
    )
    expect((await read('queue')).body).toEqual({ records: [] })
  })

  it('relays a large list as it is, element by element', async () => {
    const list = movies(2000)
    const { read } = await begin({ movie: response => void response.end(JSON.stringify(list, null, 2)) })
    const answers = await Promise.all([read('movie'), read('movie')])
    for (const answer of answers) {
      expect([answer.status, answer.raw.length > 2 * MiB]).toEqual([200, true])
      expect(answer.raw.equals(Buffer.from(JSON.stringify(list)))).toBe(true)
    }
  })

  it('holds single records far below lists (1/I)', async () => {
    const long = JSON.stringify({ id: 1, overview: 'x'.repeat(9 * MiB) })
    const list = movies(2000)
    const page = JSON.stringify({ records: [...list, ...list, ...list, ...list, ...list] })
    expect(page.length).toBeGreaterThan(8 * MiB)
    const { read } = await begin({
      'movie/1': response => void response.end(long),
      movie: response => void response.end(`[${long}]`),
      'config/host': response => void response.end(long),
      history: response => void response.end(page),
    })
    for (const path of ['movie/1', 'movie', 'config/host']) {
      expect([path, (await read(path)).status]).toEqual([path, 502])
    }
    // A page is a list too, in an envelope.
    expect((await read('history')).status).toBe(200)
  })

  it('tells a manager whose status is a flood from one that answers', async () => {
    const { app, token, id, manager } = await begin({})
    const flood = await serve((_request, response) =>
      response
        .setHeader('content-type', 'application/json')
        .end(JSON.stringify({ appName: 'Radarr', version: 'x'.repeat(9 * MiB) })),
    )
    const body = { service_type: 'movie_manager', id, url: flood.origin, api_key: 'k' }
    const answer = await app.call('POST', '/api/admin/instances/test', { token, body })
    expect([answer.status, answer.body.category]).toEqual([200, 'upstream_error'])
    expect(manager.seen.length).toBeGreaterThan(0)
  })

  it('survives what is nested without end', async () => {
    const deep = (levels: number) => `${'['.repeat(levels)}${']'.repeat(levels)}`
    const { read } = await begin({
      movie: response => void response.end(`[${deep(200_000)}]`),
      queue: response => void response.end(`{"records":${deep(200_000)}}`),
    })
    for (const path of ['movie', 'queue']) expect([200, 502]).toContain((await read(path)).status)
  })

  it('refuses a bomb in a compressed record as well', async () => {
    const { read } = await begin({ 'movie/1': bomb(`{"overview":"${'x'.repeat(7 * MiB)}"}`) })
    expect((await read('movie/1')).status).toBe(502)
  })
})
