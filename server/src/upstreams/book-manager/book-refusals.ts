import { z } from 'zod'
import type { OutboundAnswer } from '#kit/outbound.ts'
import { UpstreamFault } from '#kit/upstream-fault.ts'
import type { BookObjection } from '#ports/courier-books.ts'

/** chaptarr.md, 9: an array of failures, an object with a message, or a bare string. */
const Failures = z.array(z.object({ propertyName: z.string().nullish(), errorMessage: z.string().nullish() }))

const SEVERAL = /resolves to multiple local/i

function readFailures(answer: OutboundAnswer): z.output<typeof Failures> | null {
  try {
    return answer.json(Failures)
  } catch (error) {
    if (error instanceof UpstreamFault) return null
    throw error
  }
}

/** `propertyName` keeps C# casing and may be nested: `Author.RootFolderPath`. */
function objectionOf(propertyName: string, message: string): BookObjection {
  const name = propertyName.split('.').at(-1)?.toLowerCase() ?? ''
  if (name.endsWith('profileid') || name.endsWith('rootfolderpath')) return 'configuration'
  if (/quality profile/i.test(message)) return 'configuration'
  if (name.startsWith('edition')) return 'edition'
  if (name.endsWith('bookid') || name.endsWith('authorid') || name === 'author' || name === 'goodreadsid')
    return 'identity'
  return 'other'
}

/**
 * The actionable reason of a refused add. The manager's own text is not passed on (3.8). Null: a failure, not a
 * refusal, which may be temporary.
 */
export function objectionIn(answer: OutboundAnswer): BookObjection | null {
  if (answer.status === 409) return 'ambiguous'
  // chaptarr.md, 5: it fails like this until somebody resolves it there.
  if (answer.status === 500) return SEVERAL.test(answer.text()) ? 'several' : null
  const failures = readFailures(answer)
  // A bare string names an unusable identity or an unknown format.
  if (!failures) return /provider book\/work ID/i.test(answer.text()) ? 'identity' : 'other'
  const all = failures.map(({ propertyName, errorMessage }) =>
    objectionOf(propertyName ?? '', errorMessage ?? ''),
  )
  return all.find(one => one !== 'other') ?? 'other'
}
