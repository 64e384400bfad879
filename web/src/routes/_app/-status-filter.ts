/** Of the lists that show what waits for a decision, or all there ever was. */
interface StatusSearch {
  status?: 'all'
}

export function validateStatus({ status }: Record<string, unknown>): StatusSearch {
  return status === 'all' ? { status } : {}
}

/** The filter is part of the same page: nothing is added to the history, and nothing scrolls. */
export function statusChange(next: string) {
  const search: StatusSearch = next === 'all' ? { status: next } : {}
  return { search, replace: true, viewTransition: false, resetScroll: false } as const
}
