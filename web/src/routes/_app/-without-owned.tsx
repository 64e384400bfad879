import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { configQuery } from '#features/app-config/api.ts'
import type { WithoutOwnedProps } from '#features/discover-screen/browse/shown-titles.ts'
import { useOwnership } from '#features/title-status/use-ownership.ts'
import { hasPermission } from '#lib/guard.ts'
import { useFormat } from '#lib/i18n.ts'
import { librariesFor } from '#lib/libraries.ts'
import { Notice } from '#ui/notice.tsx'

/** Whether this account has a library of the type, so that hiding what it has makes sense. */
export function useHasLibrary(type: WithoutOwnedProps['type']): boolean {
  const { data: config } = useQuery(configQuery())
  return hasPermission('media:request') && librariesFor(config, type).length > 0
}

/** Titles that no library has completely. A library that cannot be read hides nothing, and is named. */
export function WithoutOwned({ type, titles, children }: WithoutOwnedProps) {
  const { t } = useTranslation()
  const format = useFormat()
  const { data: config } = useQuery(configQuery())
  const libraries = librariesFor(config, type)
  const ids = titles.map(({ id }) => id)
  const { ownership, unreadable } = useOwnership({ media_type: type, ids, libraries })
  const judged = titles.map((title, at) => ({ title, owned: ownership(at) }))
  const hidden = judged.filter(({ owned }) => owned === 'owned').length
  return (
    <>
      {unreadable.length > 0 && (
        <Notice tone="warn">
          {t('discover.owned_unknown', { count: unreadable.length, libraries: format.list(unreadable) })}
        </Notice>
      )}
      <p aria-live="polite" className="min-h-5 text-sm text-muted tabular-nums">
        {hidden > 0 && t('discover.owned_hidden', { count: hidden })}
      </p>
      {children(
        judged
          .filter(({ owned }) => owned !== 'owned')
          .map(({ title, owned }) => ({ title, is_waiting: owned === 'waiting' })),
      )}
    </>
  )
}
