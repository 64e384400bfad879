import { useCallback, useEffect, useRef, useState } from 'react'

interface Read {
  data: PagedList['data']
  isError: boolean
  hasNextPage: boolean
}

export interface PagedList {
  data: { pages: readonly unknown[] } | undefined
  fetchNextPage: (options: { cancelRefetch: boolean }) => Promise<Read>
}

/** Events come in bursts; a list they change without end is left to the button. */
const TRIES = 5

/**
 * Reads the page after `shown` pages. A list that is being read again is waited for, as what it brings would
 * be lost; and a reading that an event ends is begun again. False: it was given up.
 */
export async function readNextPage(
  fetchNextPage: PagedList['fetchNextPage'],
  shown: number,
  isWanted: () => boolean,
): Promise<boolean> {
  for (let tries = 0; tries < TRIES && isWanted(); tries += 1) {
    // oxlint-disable-next-line no-await-in-loop -- each try waits for the one before
    const { data, isError, hasNextPage } = await fetchNextPage({ cancelRefetch: false })
    if (isError || !hasNextPage || (data?.pages.length ?? 0) > shown) return true
  }
  return false
}

/** `readMore` stays the same until there are more pages: a new one counts as coming near the button again. */
export function useNextPage({ data, fetchNextPage }: PagedList) {
  const shown = data?.pages.length ?? 0
  const [is_reading, setReading] = useState(false)
  // From then on, coming near the button no longer counts, only a press.
  const [is_given_up, setGivenUp] = useState(false)
  // Whoever leaves ends the reading, which must not begin again then.
  const is_here = useRef(false)
  useEffect(() => {
    is_here.current = true
    return () => {
      is_here.current = false
    }
  }, [])
  const readMore = useCallback(() => {
    setReading(true)
    void readNextPage(fetchNextPage, shown, () => is_here.current)
      .then(has_ended => setGivenUp(!has_ended))
      .finally(() => setReading(false))
  }, [fetchNextPage, shown])
  return { readMore, is_reading, is_given_up }
}
