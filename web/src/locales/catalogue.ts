/**
 * The texts of one language from the files of its folder: `book-lists.json` is what pages call `book_lists`. A
 * language may lack files and keys; English fills the gaps.
 */
export function catalogueOf(files: Record<string, object>): Record<string, object> {
  return Object.fromEntries(
    Object.entries(files).map(([path, texts]) => [
      path.replace(/^.*\/|\.json$/g, '').replaceAll('-', '_'),
      texts,
    ]),
  )
}
