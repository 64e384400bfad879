import { useQuery } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { imageCacheQuery } from '#features/image-cache/api.ts'
import { ImageCacheForm } from '#features/image-cache/image-cache-form.tsx'
import { errorText } from '#lib/error-text.ts'
import { requirePermission } from '#lib/guard.ts'
import { ErrorState } from '#ui/error-state.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { SettingsPage } from './-settings-page.tsx'

export const Route = createFileRoute('/_app/settings/image-cache')({
  loader: () => requirePermission('instances:manage'),
  component: ImageCachePage,
})

function ImageCachePage() {
  const { t } = useTranslation()
  const { data, error, isFetching, refetch } = useQuery(imageCacheQuery())
  return (
    <SettingsPage title={t('settings.image_cache.title')} text={t('settings.image_cache.text')}>
      {data ? (
        <ImageCacheForm cache={data} />
      ) : error ? (
        <ErrorState retrying={isFetching} onRetry={() => void refetch()}>
          {errorText(t, error)}
        </ErrorState>
      ) : (
        <Skeleton className="h-48 w-full rounded-card" />
      )}
    </SettingsPage>
  )
}
