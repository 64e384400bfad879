const LONGEST_WAIT_MS = 2_000

/** For work that no one waits for: it must not hold up the first page. Safari has no requestIdleCallback. */
export function whenIdle(): Promise<void> {
  return new Promise(resolve => {
    if ('requestIdleCallback' in window) requestIdleCallback(() => resolve(), { timeout: LONGEST_WAIT_MS })
    else setTimeout(resolve, LONGEST_WAIT_MS / 2)
  })
}
