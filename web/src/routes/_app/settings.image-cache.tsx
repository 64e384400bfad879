import { useQuery } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { imageCacheQuery } from '#features/image-cache/api.ts'
import { ImageCacheForm } from '#features/image-cache/image-cache-form.tsx'
import { requirePermission } from '#lib/guard.ts'
import { ReadFailure } from '#lib/read-failure.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { SettingsPage } from './-settings-page.tsx'

export const Route = createFileRoute('/_app/settings/image-cache')({
  loader: () => requirePermission('instances:manage'),
  component: ImageCachePage,
})

function ImageCachePage() {
  const { t } = useTranslation()
  const read = useQuery(imageCacheQuery())
  const { data, error } = read
  return (
    <SettingsPage title={t('settings.image_cache.title')} text={t('settings.image_cache.text')}>
      {data ? (
        <ImageCacheForm cache={data} />
      ) : error ? (
        <ReadFailure of={read} />
      ) : (
        <Skeleton className="h-48 w-full rounded-card" />
      )}
    </SettingsPage>
  )
}
