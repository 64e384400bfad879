/**
 * The result of a query, for a part of the page that may be drawn later: a query reports changes only of what was looked
 * at, so here all of it is.
 */
export function wholeRead<Result extends object>(result: Result): Result {
  return { ...result }
}
