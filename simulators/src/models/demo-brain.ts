import { asList, asRecord, type JsonRecord, numberIn, textIn } from '../kit/json.ts'
import { answerAsAgent, isAgentQuestion } from './demo-agent.ts'
import { type Answering, readTurn } from './demo-conversation.ts'
import { greetingWords, helpWords, requestWords, shortStatus } from './demo-words.ts'
import { type Wish, wishOf } from './demo-wishes.ts'
import type { Brain, Reply } from './model-types.ts'

/** So many titles are shown when nobody says how many. */
const SHOWN = 5
/** So many lines of a list fit into a conversation. */
const LINES = 6
const GIB = 1024 ** 3

interface Title {
  media_type: 'movie' | 'tv'
  tmdb_id: number
  title: string
  year: number | undefined
  overview: string
}

const say = (text: string): Reply => ({ text })
const call = (name: string, input: JsonRecord = {}): Reply => ({ tool_calls: [{ name, input }] })

/**
 * The model of the demo: it reads the last message, English or German, calls the tools that it is offered, and answers
 * from their results. It has a handful of wishes it understands, and says so when it meets another.
 */
export const demoBrain: Brain = question => {
  // The server tries a model before it uses it: one short answer without tools.
  if (question.tools.length === 0) return say('OK')
  if (isAgentQuestion(question)) return answerAsAgent(question)
  const turn = readTurn(question)
  return answerWish(wishOf(turn.said, turn.before), turn)
}

function answerWish(wish: Wish, turn: Answering): Reply {
  switch (wish.kind) {
    case 'greeting':
      return say(greetingWords(turn))
    case 'thanks':
      return say(turn.words('You’re welcome. Enjoy!', 'Gern geschehen. Viel Vergnügen!'))
    case 'no':
      return say(turn.words('All right.', 'In Ordnung.'))
    case 'request':
      return requestTitle(wish.title, turn)
    case 'about':
      return describeTitle(wish.title, turn)
    case 'similar':
      return findSimilar(wish.title, turn)
    case 'find':
      return findTitles(wish.topic, turn)
    case 'status':
      return tellStatus(wish.title, turn)
    case 'trending':
      return showTrending(wish.media_type, turn)
    case 'stuck':
      return turn.offers('diagnose_queue') ? diagnose(turn) : listRequests(turn)
    case 'queue':
      return turn.offers('get_queue') ? showQueue(turn) : listRequests(turn)
    case 'disks':
      return turn.offers('get_disk_space') ? showDisks(turn) : say(helpWords(turn))
    case 'requests':
      return listRequests(turn)
    case 'help':
    case 'other':
      return say(helpWords(turn))
  }
}

/** The titles of a tool's result. */
function titlesOf(result: JsonRecord | null): Title[] {
  return asList(result?.['results'])
    .map(asRecord)
    .flatMap((row): Title[] => {
      const { media_type } = row
      const tmdb_id = numberIn(row, 'tmdb_id')
      const title = textIn(row, 'title')
      if ((media_type !== 'movie' && media_type !== 'tv') || tmdb_id === undefined || title === undefined)
        return []
      return [
        { media_type, tmdb_id, title, year: numberIn(row, 'year'), overview: textIn(row, 'overview') ?? '' },
      ]
    })
}

const comparable = (title: string) =>
  title
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()

/** What the searches found, best match first; or the reply that searches. */
function search(title: string, turn: Answering): { reply: Reply } | { found: Title[]; exact: Title[] } {
  const tools = ['search_movies', 'search_tv_shows'].filter(turn.offers)
  const missing = tools.filter(name => turn.result(name) === undefined)
  if (tools.length === 0) return { reply: say(helpWords(turn)) }
  if (missing.length > 0)
    return { reply: { tool_calls: missing.map(name => ({ name, input: { query: title } })) } }
  const wanted = comparable(title)
  const rank = (one: Title) => {
    const name = comparable(one.title)
    if (name === wanted) return 0
    return name.startsWith(wanted) ? 1 : 2
  }
  const found = tools
    .flatMap(name => titlesOf(turn.result(name) ?? null))
    .toSorted((a, b) => rank(a) - rank(b))
  return { found, exact: found.filter(one => rank(one) === 0) }
}

function notFound(title: string, turn: Answering): Reply {
  return say(
    turn.words(
      `I could not find a movie or show called **${title}**. Is it spelled differently?`,
      `Ich finde keinen Film und keine Serie namens **${title}**. Schreibt man es anders?`,
    ),
  )
}

const named = ({ title, year }: Title) => (year === undefined ? `**${title}**` : `**${title}** (${year})`)

function askWhich(found: readonly Title[], turn: Answering): Reply {
  const kind = ({ media_type }: Title) =>
    media_type === 'movie' ? turn.words('movie', 'Film') : turn.words('show', 'Serie')
  const lines = found.slice(0, SHOWN).map(one => `- ${named(one)}, ${kind(one)}`)
  return say([turn.words('Which one do you mean?', 'Welchen Titel meinst du?'), '', ...lines].join('\n'))
}

function requestTitle(title: string, turn: Answering): Reply {
  if (!turn.offers('request_media')) return say(helpWords(turn))
  const searched = search(title, turn)
  if ('reply' in searched) return searched.reply
  const { found, exact } = searched
  if (found.length === 0) return notFound(title, turn)
  const [wanted] = exact
  if (!wanted || exact.length > 1) return askWhich(exact.length > 1 ? exact : found, turn)
  const saved = turn.result('request_media')
  if (saved === undefined) {
    const { media_type, tmdb_id } = wanted
    return call('request_media', { media_type, tmdb_id, title: wanted.title })
  }
  if (saved === null) {
    const reason = turn.failure('request_media')
    return say(
      turn.words(
        `I could not request ${named(wanted)}. ${reason}`,
        `${named(wanted)} ließ sich nicht wünschen. Foyer sagt: ${reason}`,
      ),
    )
  }
  return say(`${named(wanted)}: ${requestWords(textIn(saved, 'status') ?? '', turn)}`)
}

function tellStatus(title: string, turn: Answering): Reply {
  const searched = search(title, turn)
  if ('reply' in searched) return searched.reply
  const [best] = searched.exact.length > 0 ? searched.exact : searched.found
  if (!best) return notFound(title, turn)
  const status = turn.result('check_request_status')
  if (status === undefined && turn.offers('check_request_status')) {
    const { media_type, tmdb_id } = best
    return call('check_request_status', { media_type, tmdb_id })
  }
  if (!turn.hasCalled('display_media') && turn.offers('display_media')) return display([best])
  if (!status || status['status_known'] !== true)
    return say(
      turn.words(
        `The library does not answer right now, so I cannot say whether ${named(best)} is there.`,
        `Die Bibliothek antwortet gerade nicht. Ob ${named(best)} da ist, weiß ich nicht.`,
      ),
    )
  const state = textIn(status, 'status') ?? ''
  if (state === 'unavailable')
    return say(
      turn.words(
        `${named(best)} is not here yet. Shall I request it?`,
        `${named(best)} ist noch nicht da. Soll ich es für dich wünschen?`,
      ),
    )
  return say(`${named(best)}: ${requestWords(state, turn)}`)
}

/** What a title is about, and whether it is here. */
function describeTitle(title: string, turn: Answering): Reply {
  const searched = search(title, turn)
  if ('reply' in searched) return searched.reply
  const [best] = searched.found
  if (!best) return notFound(title, turn)
  const { media_type, tmdb_id } = best
  const details_tool = media_type === 'movie' ? 'get_movie_details' : 'get_tv_details'
  const wanted = [details_tool, 'check_request_status'].filter(
    name => turn.offers(name) && !turn.hasCalled(name),
  )
  if (wanted.length > 0) {
    const inputs: Record<string, JsonRecord> = { check_request_status: { media_type, tmdb_id } }
    return { tool_calls: wanted.map(name => ({ name, input: inputs[name] ?? { tmdb_id } })) }
  }
  const details = turn.result(details_tool) ?? {}
  const genres = asList(details['genres']).slice(0, 2).join(', ')
  const rating = numberIn(details, 'rating')
  const facts = [
    ...(genres === '' ? [] : [`_${genres}_`]),
    ...(rating === undefined ? [] : [`★ ${rating.toFixed(1)}`]),
  ]
  const status = turn.result('check_request_status')
  const state = status?.['status_known'] === true ? textIn(status, 'status') : undefined
  const here = state === undefined ? '' : `\n\n${named(best)}: ${requestWords(state, turn)}`
  return say(`${facts.join(' · ')}\n\n${textIn(details, 'overview') ?? best.overview}${here}`.trim())
}

function display(titles: readonly Title[]): Reply {
  const items = titles.map(({ media_type, tmdb_id, title }) => ({ media_type, tmdb_id, title }))
  return call('display_media', { items })
}

/** The first sentence of a plot. */
function plotOf({ overview }: Title): string {
  return /^.{20,160}?[.!?](?=\s|$)/.exec(overview)?.[0] ?? overview.slice(0, 140)
}

/** Cards first, which tell all about the titles; then a word about the first. */
function present(titles: readonly Title[], heading: string, turn: Answering): Reply {
  const shown = titles.slice(0, SHOWN)
  if (!turn.hasCalled('display_media') && turn.offers('display_media')) return display(shown)
  const [first] = shown
  if (!first) return say(heading)
  const pick = turn.words(`I would start with ${named(first)}:`, `Ich würde mit ${named(first)} anfangen:`)
  return say(`${heading}\n\n${pick} ${plotOf(first)}`)
}

function showTrending(media_type: 'movie' | 'tv' | 'all', turn: Answering): Reply {
  if (!turn.offers('get_trending')) return say(helpWords(turn))
  const trending = turn.result('get_trending')
  if (trending === undefined) return call('get_trending', { media_type, time_window: 'week' })
  const titles = titlesOf(trending)
  if (titles.length === 0)
    return say(
      turn.words('I cannot see what is popular right now.', 'Ich sehe gerade nicht, was beliebt ist.'),
    )
  return present(titles, turn.words('This is popular this week.', 'Das ist diese Woche beliebt.'), turn)
}

/** By the names of titles: a search knows no plots. */
function findTitles(topic: string, turn: Answering): Reply {
  const searched = search(topic, turn)
  if ('reply' in searched) return searched.reply
  if (searched.found.length === 0)
    return say(
      turn.words(
        `I found no title with **${topic}** in its name. “What’s new?” shows what is popular.`,
        `Ich finde keinen Titel mit **${topic}** im Namen. „Was gibt es Neues?“ zeigt, was beliebt ist.`,
      ),
    )
  const heading = turn.words(
    `This is what I found for **${topic}**.`,
    `Das habe ich zu **${topic}** gefunden.`,
  )
  return present(searched.found, heading, turn)
}

function findSimilar(title: string, turn: Answering): Reply {
  const searched = search(title, turn)
  if ('reply' in searched) return searched.reply
  const [best] = searched.found
  if (!best) return notFound(title, turn)
  const similar = turn.result('get_recommendations')
  if (similar === undefined && turn.offers('get_recommendations')) {
    const { media_type, tmdb_id } = best
    return call('get_recommendations', { media_type, tmdb_id })
  }
  const titles = titlesOf(similar ?? null)
  if (titles.length === 0)
    return say(
      turn.words(`I know nothing like ${named(best)}.`, `Zu ${named(best)} fällt mir nichts Ähnliches ein.`),
    )
  const heading = turn.words(
    `If you like ${named(best)}, try one of these.`,
    `Wenn dir ${named(best)} gefällt, probier eins davon.`,
  )
  return present(titles, heading, turn)
}

function listRequests(turn: Answering): Reply {
  if (!turn.offers('list_my_requests')) return say(helpWords(turn))
  const result = turn.result('list_my_requests')
  if (result === undefined) return call('list_my_requests')
  const rows = asList(result?.['requests']).map(asRecord)
  if (rows.length === 0)
    return say(turn.words('You have not requested anything yet.', 'Du hast dir noch nichts gewünscht.'))
  const lines = rows
    .slice(0, LINES)
    .map(row => `- **${textIn(row, 'title') ?? ''}**: ${shortStatus(textIn(row, 'status') ?? '', turn)}`)
  const more = rows.length - LINES
  const rest = turn.words(
    `And ${more} more, on the page of your requests.`,
    `Und ${more} weitere auf der Seite deiner Wünsche.`,
  )
  const heading = turn.words('Your latest requests:', 'Deine letzten Wünsche:')
  return say([heading, '', ...lines, ...(more > 0 ? ['', rest] : [])].join('\n'))
}

/** The rows of all libraries that could be read. */
function libraryRows(result: JsonRecord | null): { library: string; row: JsonRecord }[] {
  return asList(result?.['libraries'])
    .map(asRecord)
    .flatMap(library =>
      asList(library['items']).map(row => ({
        library: textIn(library, 'instance_name') ?? '',
        row: asRecord(row),
      })),
    )
}

function diagnose(turn: Answering): Reply {
  const result = turn.result('diagnose_queue')
  if (result === undefined) return call('diagnose_queue')
  const rows = libraryRows(result)
  const problems = rows.filter(({ row }) => row['severity'] === 'problem')
  if (problems.length === 0)
    return say(
      turn.words(
        `Nothing is stuck. ${rows.length} downloads are on their way.`,
        `Es hängt nichts. ${rows.length} Downloads sind unterwegs.`,
      ),
    )
  const lines = problems.slice(0, LINES).map(({ library, row }) => {
    const [problem] = asList(row['problems']).map(asRecord)
    const reason = textIn(problem ?? {}, 'sentence') ?? textIn(row, 'summary') ?? ''
    return `- **${textIn(row, 'title') ?? textIn(row, 'release') ?? ''}** (${library}): ${reason}`
  })
  const heading = turn.words('This needs a look:', 'Das solltest du dir ansehen:')
  const where = turn.words(
    'You can sort it out on the downloads page.',
    'Auf der Seite der Downloads kannst du es lösen.',
  )
  return say([heading, '', ...lines, '', where].join('\n'))
}

function showQueue(turn: Answering): Reply {
  const result = turn.result('get_queue')
  if (result === undefined) return call('get_queue')
  const rows = libraryRows(result)
  if (rows.length === 0) return say(turn.words('Nothing is being downloaded.', 'Gerade wird nichts geladen.'))
  const lines = rows.slice(0, LINES).map(({ library, row }) => {
    const percent = numberIn(row, 'progress_percent')
    const progress = percent === undefined ? '' : `, ${percent} %`
    return `- **${textIn(row, 'title') ?? textIn(row, 'release') ?? ''}** (${library}${progress})`
  })
  const heading = turn.words(`On their way, ${rows.length} in all:`, `Unterwegs, insgesamt ${rows.length}:`)
  return say([heading, '', ...lines].join('\n'))
}

function showDisks(turn: Answering): Reply {
  const result = turn.result('get_disk_space')
  if (result === undefined) return call('get_disk_space')
  // Libraries on one machine see the same disk under their own paths.
  const disks = new Map<string, string[]>()
  for (const { row } of libraryRows(result)) {
    const free = Math.round((numberIn(row, 'free_bytes') ?? 0) / GIB)
    const size = `${free} GB | ${numberIn(row, 'free_percent') ?? 0} %`
    disks.set(size, [...(disks.get(size) ?? []), `\`${textIn(row, 'path') ?? ''}\``])
  }
  const lines = [...disks].map(([size, paths]) => `| ${paths.slice(0, LINES).join(' ')} | ${size} |`)
  if (lines.length === 0)
    return say(
      turn.words('No library tells me about its disks.', 'Keine Bibliothek nennt mir ihren Speicher.'),
    )
  const head = turn.words('| Disk | Free | |', '| Speicher | Frei | |')
  return say([head, '|---|---:|---:|', ...lines].join('\n'))
}
