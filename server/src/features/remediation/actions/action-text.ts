import { cleanText } from '#features/issues/index.ts'
import type { Scrubber } from '#kit/scrub.ts'

/** Text of models, libraries and admins as it is kept: without secrets and control characters, and not without end. */
export function keptText({ scrub }: Pick<Scrubber, 'scrub'>, text: string, max: number): string {
  return cleanText(scrub(text)).slice(0, max).toWellFormed()
}

const MAX_RELEASE_TITLE = 500

/** The name of a release or the reason against one. The same text always becomes the same. */
export function releaseText(scrubber: Pick<Scrubber, 'scrub'>, text: string): string {
  return keptText(scrubber, text, MAX_RELEASE_TITLE)
}
