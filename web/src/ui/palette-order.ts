/**
 * `found`: results of a search on the server; `page`: pages and people; `command`: settings, themes and other actions;
 * `search`: a row that opens a search page.
 */
type PaletteSource = 'found' | 'search' | 'page' | 'command'

interface Matchable {
  id: string
  label: string
  /** Other words people may type for it. */
  keywords?: readonly string[] | undefined
}

export interface Section<Item extends Matchable = Matchable> {
  heading: string
  source: Exclude<PaletteSource, 'search'>
  items: readonly Item[]
  /** Opens the page with all results; shown below the results. */
  search?: Item | undefined
  /** Of a search for the current text: still running, or without an answer. */
  state?: 'pending' | 'failed' | undefined
  /** The items match the current text exactly, so results found by another name are shown as well. */
  answered?: boolean | undefined
  /** At most this many, best first. */
  limit?: number | undefined
}

export interface Group<Item extends Matchable = Matchable> {
  heading: string
  items: readonly Item[]
}

/** How well a name matches the typed text; smaller is better. */
const EXACT = 0
const BEGINS = 1
const WORD_BEGINS = 2
const ALL_WORDS = 3
const LOOSE = 4
const NONE = 5

/** Letters and digits without accents; a text without any of them stays as it is. */
function plain(text: string): string {
  const letters = text
    .normalize('NFD')
    .replace(/[\p{M}'’]/gu, '')
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
  return (letters.trim() || text.trim()).toLowerCase()
}

function fitOf({ label, keywords = [] }: Matchable, typed: string): number {
  const name = plain(label)
  if (name === typed) return EXACT
  if (name.startsWith(typed)) return BEGINS
  if (` ${name}`.includes(` ${typed}`)) return WORD_BEGINS
  const words = typed.split(' ')
  if (words.every(word => ` ${name}`.includes(` ${word}`))) return ALL_WORDS
  const all = [name, ...keywords.map(plain)].join(' ')
  return words.every(word => all.includes(word)) ? LOOSE : NONE
}

/** What is known of titles: a search still runs, one has failed, or all have answered. */
type Knowledge = 'pending' | 'failed' | 'known'

/**
 * The rank of a row; smaller is better. A page never comes before a title that was typed, unless the text is its whole
 * name and the title continues after it. Commands come after all titles, whatever their name. Until every search has
 * answered, whether there is a title is unknown, so that the link to all results comes before pages and commands; the
 * whole name of a command is enough once nothing can arrive any more. Rows that only contain the words come last.
 */
function placeOf(source: PaletteSource, fit: number, knowledge: Knowledge): number {
  if (source === 'search') return 8
  if (source === 'found') return fit === EXACT ? 0 : fit < LOOSE ? 1 + fit : 6
  if (fit === LOOSE) return 10
  if (fit === EXACT) return source === 'page' ? 1 : knowledge === 'pending' ? 9 : 5
  return knowledge !== 'known' ? 9 : source === 'page' ? 5 : 7
}

interface Row<Item> {
  item: Item
  fit: number
  place: number
}

function byPlace(one: Row<unknown> | undefined, other: Row<unknown> | undefined): number {
  if (!one || !other) return 0
  return one.place - other.place || one.fit - other.fit
}

function rowsOf<Item extends Matchable>(
  wanted: string,
  section: Section<Item>,
  knowledge: Knowledge,
): Row<Item>[] {
  const { source, items, search, answered, limit } = section
  const rows = items
    .map(item => ({ item, fit: fitOf(item, wanted) }))
    .filter(({ fit }) => answered || fit < NONE)
    .map(({ item, fit }) => ({ item, fit, place: placeOf(source, fit, knowledge) }))
    .toSorted(byPlace)
    .slice(0, limit)
  return search
    ? [...rows, { item: search, fit: NONE, place: placeOf('search', NONE, knowledge) }].toSorted(byPlace)
    : rows
}

function knowledgeOf(sections: readonly Section[]): Knowledge {
  const states = sections.map(({ state }) => state)
  return states.includes('pending') ? 'pending' : states.includes('failed') ? 'failed' : 'known'
}

/** Matching rows, best first; Enter takes the first. Rows of equal rank keep their order. */
export function rankSections<Item extends Matchable>(
  typed: string,
  sections: readonly Section<Item>[],
): Group<Item>[] {
  const wanted = plain(typed)
  if (wanted === '') return sections.filter(({ items }) => items.length > 0)
  const knowledge = knowledgeOf(sections)
  return sections
    .map(section => ({ heading: section.heading, rows: rowsOf(wanted, section, knowledge) }))
    .filter(({ rows }) => rows.length > 0)
    .toSorted((one, other) => byPlace(one.rows[0], other.rows[0]))
    .map(({ heading, rows }) => ({ heading, items: rows.map(({ item }) => item) }))
}

/**
 * Whether nothing that may still arrive can be better than the first row: all searches have answered, or it is a title
 * of exactly this name, and sections that come before its own wait for nothing.
 */
export function isBestKnown(typed: string, sections: readonly Section[]): boolean {
  const first_pending = sections.findIndex(({ state }) => state === 'pending')
  if (first_pending < 0) return true
  const wanted = plain(typed)
  return sections
    .slice(0, first_pending)
    .some(({ source, items }) => source === 'found' && items.some(item => fitOf(item, wanted) === EXACT))
}

/**
 * Whether Enter takes the first row now: nothing better can arrive, or it has waited long enough and the row is a title
 * or opens all results. A page or a setting is never taken while a title may still arrive.
 */
export function isTaken<Item extends Matchable>(
  typed: string,
  sections: readonly Section<Item>[],
  first: Item | undefined,
  has_waited: boolean,
): boolean {
  if (!first) return false
  const is_result = sections.some(
    ({ source, items, search }) => source === 'found' && (search === first || items.includes(first)),
  )
  return isBestKnown(typed, sections) || (has_waited && is_result)
}

/** Whether every word of the text begins a word of the name. */
export function isNamed(label: string, typed: string): boolean {
  return fitOf({ id: '', label }, plain(typed)) < LOOSE
}

/** While the person moves through the list, visible rows keep their place and new ones are added below. */
export function keepOrder<Item extends Matchable>(
  shown: readonly Group<Item>[],
  ranked: readonly Group<Item>[],
): Group<Item>[] {
  const indexOfPosition = (ids: readonly string[], id: string) => {
    const place = ids.indexOf(id)
    return place < 0 ? ids.length : place
  }
  const headings = shown.map(({ heading }) => heading)
  return ranked
    .toSorted(
      (one, other) => indexOfPosition(headings, one.heading) - indexOfPosition(headings, other.heading),
    )
    .map(group => {
      const ids = shown.find(({ heading }) => heading === group.heading)?.items.map(({ id }) => id) ?? []
      return {
        heading: group.heading,
        items: group.items.toSorted(
          (one, other) => indexOfPosition(ids, one.id) - indexOfPosition(ids, other.id),
        ),
      }
    })
}
