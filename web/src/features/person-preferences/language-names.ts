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
 * Every language beside those of the pages (C58), by name. The stored one is always among them, if need be by its tag.
 */
export function otherLanguages(reader: string, stored: string): OtherLanguage[] {
  return KNOWN.filter(tag => !WRITTEN.includes(tag))
    .flatMap(tag => {
      const name = languageName(tag, reader) ?? (tag === stored ? tag : undefined)
      return name === undefined ? [] : [{ tag, name, has_pages: closestLanguage(tag, WRITTEN) !== undefined }]
    })
    .sort((a, b) => a.name.localeCompare(b.name, reader))
}

/** Undefined if the browser has no name for it. */
function languageName(tag: string, reader: string): string | undefined {
  const names = new Intl.DisplayNames([reader], { type: 'language', fallback: 'none' })
  // Of `cn-CN` a browser may know the region only, and would call it "cn (China)".
  return names.of(new Intl.Locale(tag).language) === undefined ? undefined : names.of(tag)
}
