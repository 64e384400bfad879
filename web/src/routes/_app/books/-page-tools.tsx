import type { ComponentProps } from 'react'
import { useBookShelf } from '#features/books/shelf/shelf.ts'
import type { MissingTitle } from '#features/requests/ask/missing-rules.ts'
import { RequestMissing } from '#features/requests/ask/request-missing.tsx'
import { hasPermission } from '#lib/guard.ts'
import { TitleHeart } from '../-heart.tsx'

interface PageToolsProps extends ComponentProps<typeof TitleHeart> {
  /** Those of its books that the library lacks. */
  missing: readonly MissingTitle[]
}

/** What can be done with an author or a series. */
export function PageTools({ missing, ...heart }: PageToolsProps) {
  const { instance_id, usual_id } = useBookShelf()
  return (
    <div className="flex flex-wrap items-center gap-3">
      {hasPermission('media:request') && (
        <RequestMissing titles={missing} library={instance_id ?? usual_id} />
      )}
      <TitleHeart {...heart} />
    </div>
  )
}
