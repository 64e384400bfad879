import { closestLanguage, LANGUAGES as KNOWN } from '@foyer/contract/languages'
import { LANGUAGES } from '#lib/languages.ts'

interface OtherLanguage {
  tag: string
  /** In the language of the reader. */
  name: string
  /** Pages are in a language of another region; otherwise only titles and stories are in it. */
  has_pages: boolean
}

const WRITTEN = LANGUAGES.map(({ tag }) => tag)

/**
 * Every language beside those of the pages (C58), by name; each name once, as for Romanian, which is `ro` and `mo`. The
 * stored one is always among them, before others of its name, and if need be by its tag.
 */
export function otherLanguages(reader: string, stored: string): OtherLanguage[] {
  const tags = new Map<string, string>()
  for (const tag of KNOWN.filter(one => !WRITTEN.includes(one))) {
    const name = languageName(tag, reader) ?? (tag === stored ? tag : undefined)
    const other = tags.get(name ?? '')
    const is_better = other === undefined || tag === stored || (other !== stored && isCurrent(tag))
    if (name !== undefined && is_better) tags.set(name, tag)
  }
  return Array.from(tags, ([name, tag]) => ({
    tag,
    name,
    has_pages: closestLanguage(tag, WRITTEN) !== undefined,
  })).sort((a, b) => a.name.localeCompare(b.name, reader))
}

/** Rather than one that was replaced, such as `mo`. */
const isCurrent = (tag: string) => Intl.getCanonicalLocales(tag)[0] === tag

/** Undefined if the browser has no name for it. */
function languageName(tag: string, reader: string): string | undefined {
  const names = new Intl.DisplayNames([reader], { type: 'language', fallback: 'none' })
  // Of `cn-CN` a browser may know the region only, and would call it "cn (China)".
  return names.of(new Intl.Locale(tag).language) === undefined ? undefined : names.of(tag)
}
