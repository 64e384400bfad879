import type { SiteLink } from '#lib/site-links.tsx'

interface WorkId {
  provider: string
  value: string
}

/** Managers' ids carry their provider; the list's numbers are Hardcover's (C8), and Readarr's bare ones Goodreads'. */
function providerId(id: string): WorkId | undefined {
  const [, provider, value] = /^(?:(hc|gr|ol|bp):)?(\w+)$/.exec(id) ?? []
  if (value === undefined) return undefined
  if (provider === undefined) return /^\d+$/.test(value) ? { provider: 'gr', value } : undefined
  return { provider: provider === 'bp' ? 'hc' : provider, value }
}

/** Only ids of the expected form become links. */
function linkOf(id: WorkId, sites: Sites): SiteLink[] {
  const site = sites[id.provider]
  return site?.form.test(id.value) ? [{ site: site.name, url: site.url + id.value }] : []
}

type Sites = Record<string, { name: string; form: RegExp; url: string }>

const NUMBER = /^[1-9]\d{0,11}$/

const WORKS: Sites = {
  gr: { name: 'Goodreads', form: NUMBER, url: 'https://www.goodreads.com/work/editions/' },
  hc: { name: 'Hardcover', form: NUMBER, url: 'https://hardcover.app/id/book/' },
  ol: { name: 'Open Library', form: /^OL\d{1,10}W$/, url: 'https://openlibrary.org/works/' },
}

const AUTHORS: Sites = {
  gr: { name: 'Goodreads', form: NUMBER, url: 'https://www.goodreads.com/author/show/' },
  hc: { name: 'Hardcover', form: NUMBER, url: 'https://hardcover.app/id/authors/' },
  ol: { name: 'Open Library', form: /^OL\d{1,10}A$/, url: 'https://openlibrary.org/authors/' },
}

/** Each site once, by its first id. */
function linksOf(ids: readonly string[], sites: Sites): SiteLink[] {
  const found = ids.flatMap(id => providerId(id) ?? []).flatMap(id => linkOf(id, sites))
  return [...Map.groupBy(found, ({ site }) => site).values()].flatMap(links => links.slice(0, 1))
}

const valuesOf = (keys: readonly string[], type: string) =>
  keys.filter(key => key.startsWith(`${type}:`)).map(key => key.slice(type.length + 1))

/** The first ISBN among typed keys (1:4.10). */
export function isbnOf(keys: readonly string[]): string | undefined {
  return valuesOf(keys, 'isbn13').find(isbn => /^97[89]\d{10}$/.test(isbn))
}

/** The pages about a book elsewhere: by its ids, and by its ISBN where Open Library has no id of its own. */
export function bookLinks(ids: readonly string[], keys: readonly string[]): SiteLink[] {
  const links = linksOf([...ids, ...valuesOf(keys, 'work')], WORKS)
  const isbn = isbnOf(keys)
  const is_linked = links.some(({ site }) => site === WORKS['ol']?.name)
  return isbn && !is_linked
    ? [...links, { site: 'Open Library', url: `https://openlibrary.org/isbn/${isbn}` }]
    : links
}

export const authorLinks = (id: string): SiteLink[] => linksOf([id], AUTHORS)
