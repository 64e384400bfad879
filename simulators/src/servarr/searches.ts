import { type JsonRecord, numberIn, numbersIn } from '../kit/json.ts'

interface Searched<C> {
  /** As the commands name them: `author` and `book`, `artist` and `album`. */
  parent: string
  child: string
  children: ReadonlyMap<number, C>
  parentOf: (child: C) => number
  search: (found: readonly C[]) => void
}

/** The searches of books and of music: for some, for all that one parent lacks, for whatever is wanted. */
export function searchCommands<C extends { monitored: boolean }>(
  searched: Searched<C>,
): Record<string, (body: JsonRecord) => void> {
  const { parent, child, children, parentOf, search } = searched
  const wanted = (parentId: number | undefined) =>
    [...children.values()].filter(
      one => one.monitored && (parentId === undefined || parentOf(one) === parentId),
    )
  const parentIn = (body: JsonRecord) => numberIn(body, `${parent}Id`)
  return {
    [`${capital(child)}Search`]: body =>
      search(numbersIn(body, `${child}Ids`).flatMap(id => children.get(id) ?? [])),
    [`${capital(parent)}Search`]: body => search(wanted(parentIn(body) ?? 0)),
    [`Missing${capital(child)}Search`]: body => search(wanted(parentIn(body))),
  }
}

function capital(word: string): string {
  return `${word.charAt(0).toUpperCase()}${word.slice(1)}`
}
