/** A language in the words of the reader's; undefined if the browser has no name for it. */
export function languageName(tag: string, reader: string): string | undefined {
  const name = new Intl.DisplayNames([reader], { type: 'language', fallback: 'none' }).of(tag)
  // A browser that knows only the region calls `cn-CN` "cn (China)".
  return name === undefined || name.startsWith(tag.split('-')[0] ?? tag) ? undefined : name
}
