/**
 * `found`: results of a search on the server; `search`: the row that opens the search page; `own`: pages, settings,
 * people, actions.
 */
type PaletteSource = 'found' | 'search' | 'own'

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

/**
 * The rank of a row; smaller is better. Pages and settings never come before a title that was typed, unless the text
 * is the page's whole name and the title continues after it. Rows that only contain the words come last, below the
 * link to all results.
 */
function placeOf(source: PaletteSource, fit: number): number {
  if (source === 'search') return 7
  if (source === 'found') return fit === EXACT ? 0 : fit < LOOSE ? 1 + fit : 6
  return fit === EXACT ? 1 : fit < LOOSE ? 5 : 8
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

function rowsOf<Item extends Matchable>(wanted: string, section: Section<Item>): Row<Item>[] {
  const { source, items, search, answered, limit } = section
  const rows = items
    .map(item => ({ item, fit: fitOf(item, wanted) }))
    .filter(({ fit }) => answered || fit < NONE)
    .map(({ item, fit }) => ({ item, fit, place: placeOf(source, fit) }))
    .toSorted(byPlace)
    .slice(0, limit)
  return search
    ? [...rows, { item: search, fit: NONE, place: placeOf('search', NONE) }].toSorted(byPlace)
    : rows
}

/** Matching rows, best first; Enter takes the first. Rows of equal rank keep their order. */
export function rankSections<Item extends Matchable>(
  typed: string,
  sections: readonly Section<Item>[],
): Group<Item>[] {
  const wanted = plain(typed)
  if (wanted === '') return sections.filter(({ items }) => items.length > 0)
  return sections
    .map(section => ({ heading: section.heading, rows: rowsOf(wanted, section) }))
    .filter(({ rows }) => rows.length > 0)
    .toSorted((one, other) => byPlace(one.rows[0], other.rows[0]))
    .map(({ heading, rows }) => ({ heading, items: rows.map(({ item }) => item) }))
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
