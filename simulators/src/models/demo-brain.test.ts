import { describe, expect, it } from 'vitest'
import { demoBrain } from './demo-brain.ts'
import { wishOf } from './demo-wishes.ts'
import type { AskedMessage, Reply } from './model-types.ts'

const USER_TOOLS = [
  'search_movies',
  'search_tv_shows',
  'get_trending',
  'get_recommendations',
  'display_media',
  'check_request_status',
  'list_my_requests',
  'request_media',
  'get_movie_details',
]
const ADMIN_TOOLS = [...USER_TOOLS, 'diagnose_queue', 'get_queue', 'get_disk_space']

const GLASS = {
  media_type: 'movie',
  tmdb_id: 7,
  title: 'Glass Harbour',
  year: 2019,
  overview: 'A diver finds a town under the ice.',
}

/** What the tools answer; a text is a failure. */
type Results = Partial<Record<string, unknown>>
const FOUND: Results = {
  search_movies: { results: [GLASS] },
  search_tv_shows: { results: [] },
  display_media: { items: [], not_shown: [] },
}

/** Plays one turn to its end: the tools that were called, and the text. */
async function converse(said: string, results: Results, options: { tools?: string[]; before?: string } = {}) {
  const { tools = USER_TOOLS, before } = options
  const messages: AskedMessage[] = [
    ...(before === undefined ? [] : [{ role: 'assistant' as const, text: before }]),
    { role: 'user', text: said },
  ]
  const called: string[] = []
  for (;;) {
    const reply: Reply = await demoBrain({
      provider: 'openai',
      wire: 'chat_completions',
      model: 'm',
      system: '',
      messages,
      tools: tools.map(name => ({ name, description: '', input_schema: {} })),
      effort: null,
      max_tokens: null,
      stream: true,
    })
    if (!reply.tool_calls) return { called, text: String(reply.text) }
    for (const { name } of reply.tool_calls) {
      called.push(name)
      const result = results[name]
      messages.push({
        role: 'tool',
        name,
        call_id: name,
        text: typeof result === 'string' ? result : JSON.stringify(result),
      })
    }
  }
}

describe('the demo’s model understands', () => {
  it.each([
    ['Hi!', 'greeting'],
    ['Guten Abend', 'greeting'],
    ['Danke schön', 'thanks'],
    ['What can you do?', 'help'],
    ['What’s new?', 'trending'],
    ['Was gibt es Neues?', 'trending'],
    ['What should we watch tonight?', 'trending'],
    ['What is stuck?', 'stuck'],
    ['Was hängt gerade?', 'stuck'],
    ['Is anything stuck?', 'stuck'],
    ['How much space is left?', 'disks'],
    ['Wie viel Platz ist frei?', 'disks'],
    ['What is downloading?', 'queue'],
    ['Show my requests', 'requests'],
    ['Wie steht es um meine Wünsche?', 'requests'],
    ['What have I requested so far?', 'requests'],
    ['Was habe ich mir bisher gewünscht?', 'requests'],
    ['Suggest a movie for tonight', 'trending'],
    ['Schlag einen Film für heute Abend vor', 'trending'],
    ['What is everybody watching this week?', 'trending'],
    ['Was schauen diese Woche alle?', 'trending'],
    ['Find a show with short episodes', 'trending'],
    ['Finde eine Serie mit kurzen Folgen', 'trending'],
    ['Hängt gerade etwas?', 'stuck'],
    ['Why is the sky blue today, of all days?', 'other'],
  ])('%s', (said, kind) => {
    expect(wishOf(said, '').kind).toBe(kind)
  })

  it.each([
    ['Request Glass Harbour', 'request', 'Glass Harbour'],
    ['Can you request "Glass Harbour" (2019) please?', 'request', 'Glass Harbour'],
    ['Frag bitte Glass Harbour an', 'request', 'Glass Harbour'],
    ['Kannst du Glass Harbour anfragen?', 'request', 'Glass Harbour'],
    ['Wünsch mir Glass Harbour', 'request', 'Glass Harbour'],
    ['Find me something like Glass Harbour', 'similar', 'Glass Harbour'],
    ['Finde etwas Ähnliches wie Glass Harbour', 'similar', 'Glass Harbour'],
    ['Glass Harbour just arrived. What should I know before I start?', 'about', 'Glass Harbour'],
    ['Glass Harbour is trending. Is it any good, and do we have it?', 'about', 'Glass Harbour'],
    ['Glass Harbour ist gerade angesagt. Lohnt sich das, und haben wir es?', 'about', 'Glass Harbour'],
    ['What is Glass Harbour about?', 'about', 'Glass Harbour'],
    ['Where is my request for Glass Harbour?', 'status', 'Glass Harbour'],
    ['Wie steht es um meinen Wunsch Glass Harbour?', 'status', 'Glass Harbour'],
    ['Something like Glass Harbour', 'similar', 'Glass Harbour'],
    ['Hast du etwas wie Glass Harbour?', 'similar', 'Glass Harbour'],
    ['Is Glass Harbour here?', 'status', 'Glass Harbour'],
    ['Ist Glass Harbour schon da?', 'status', 'Glass Harbour'],
    ['Do we have Glass Harbour?', 'status', 'Glass Harbour'],
    ['Glass Harbour', 'status', 'Glass Harbour'],
  ])('%s', (said, kind, title) => {
    expect(wishOf(said, '')).toEqual({ kind, title })
  })

  it.each([
    ['Find me a movie about the sea', 'sea'],
    ['Have you got anything about rabbits?', 'rabbits'],
    ['Search for harbour', 'harbour'],
    ['Hast du Filme über das Meer?', 'Meer'],
    ['Suche Hafen', 'Hafen'],
  ])('%s', (said, topic) => {
    expect(wishOf(said, '')).toEqual({ kind: 'find', topic })
  })
})

describe('the demo’s model', () => {
  it('answers the turn that tries it', async () => {
    expect((await converse('Say OK.', {}, { tools: [] })).text).toBe('OK')
  })

  it('requests a title that somebody names, and says what became of it', async () => {
    const results = { ...FOUND, request_media: { status: 'pending' } }
    const { called, text } = await converse('Request Glass Harbour', results)
    expect(called).toEqual(['search_movies', 'search_tv_shows', 'request_media'])
    expect(text).toContain('**Glass Harbour** (2019): requested. An admin has to approve it')
  })

  it('requests nothing that it only found nearly, and asks which one', async () => {
    const { called, text } = await converse('Request Glass', FOUND)
    expect(called).not.toContain('request_media')
    expect(text).toContain('Which one do you mean?')
  })

  it('passes on why a request was refused', async () => {
    const results = { ...FOUND, request_media: 'Your allowance for movies is used up. (quota_exceeded)' }
    const { text } = await converse('Request Glass Harbour', results)
    expect(text).toBe('I could not request **Glass Harbour** (2019). Your allowance for movies is used up.')
  })

  it('looks up a title, offers to request it, and does so after a yes', async () => {
    const results = { ...FOUND, check_request_status: { status: 'unavailable', status_known: true } }
    const first = await converse('Ist Glass Harbour da?', results)
    expect(first.called).toEqual([
      'search_movies',
      'search_tv_shows',
      'check_request_status',
      'display_media',
    ])
    expect(first.text).toBe('**Glass Harbour** (2019) ist noch nicht da. Soll ich es für dich wünschen?')
    const requested = { ...FOUND, request_media: { status: 'requested' } }
    const second = await converse('Ja, bitte', requested, { before: first.text })
    expect(second.text).toBe('**Glass Harbour** (2019): gewünscht und auf dem Weg.')
  })

  it('tells what a title is about, and whether it is here', async () => {
    const results = {
      ...FOUND,
      get_movie_details: { genres: ['Drama', 'Mystery'], rating: 7.25, overview: GLASS.overview },
      check_request_status: { status: 'available', status_known: true },
    }
    const { called, text } = await converse('What is Glass Harbour about?', results)
    expect(called.slice(2)).toEqual(['get_movie_details', 'check_request_status'])
    expect(text).toBe(
      '_Drama, Mystery_ · ★ 7.3\n\nA diver finds a town under the ice.\n\n**Glass Harbour** (2019): it is in the library. Enjoy!',
    )
  })

  it('does not call a title missing when the library does not answer', async () => {
    const results = { ...FOUND, check_request_status: { status: 'unavailable', status_known: false } }
    expect((await converse('Is Glass Harbour here?', results)).text).toContain('does not answer right now')
  })

  it('shows the titles that a word finds, and says so when there are none', async () => {
    const { called, text } = await converse('Find me a movie about a harbour', FOUND)
    expect(called).toEqual(['search_movies', 'search_tv_shows', 'display_media'])
    expect(text).toContain('This is what I found for **harbour**.')
    const nothing = await converse('Suche Hafen', { ...FOUND, search_movies: { results: [] } })
    expect(nothing.text).toContain('Ich finde keinen Titel mit **Hafen** im Namen.')
  })

  it('shows what is popular', async () => {
    const { called, text } = await converse('What’s new?', { ...FOUND, get_trending: { results: [GLASS] } })
    expect(called).toEqual(['get_trending', 'display_media'])
    expect(text).toContain('I would start with **Glass Harbour** (2019): A diver finds a town under the ice.')
  })

  it('looks at the queue for admins, and at their own requests for everybody else', async () => {
    const download = { title: 'Low Water', severity: 'problem', problems: [{ sentence: 'It is too large.' }] }
    const results = {
      diagnose_queue: { libraries: [{ instance_name: 'Movies', items: [download] }] },
      list_my_requests: { requests: [{ title: 'Low Water', status: 'downloading' }] },
    }
    const admin = await converse('What is stuck?', results, { tools: ADMIN_TOOLS })
    expect(admin.text).toContain('- **Low Water** (Movies): It is too large.')
    const user = await converse('What is stuck?', results)
    expect(user.text).toContain('- **Low Water**: downloading')
  })

  it('says what it can do when it understands nothing', async () => {
    expect((await converse('Why is the sky blue today, of all days?', {})).text).toContain('**What’s new?**')
    expect((await converse('Warum ist der Himmel heute eigentlich so blau?', {})).text).toContain(
      '**Meine Wünsche**',
    )
  })
})
