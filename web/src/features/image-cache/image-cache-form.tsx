import type { ImageCache } from '@foyer/contract/image-cache'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { errorText } from '#lib/error-text.ts'
import { useFormat } from '#lib/i18n.ts'
import { Button } from '#ui/button.tsx'
import { SectionCard } from '#ui/card.tsx'
import { Confirm } from '#ui/confirm.tsx'
import { Notice } from '#ui/notice.tsx'
import { ProgressBar } from '#ui/progress-bar.tsx'
import { SavedMark } from '#ui/saved-mark.tsx'
import { Switch } from '#ui/switch.tsx'
import { useChangeImageCache, useClearImageCache } from './api.ts'
import { SizeForm } from './size-form.tsx'

const MEGABYTE = 1_000_000

/** The poster cache: on or off, its size limit, and its current size. */
export function ImageCacheForm({ cache }: { cache: ImageCache }) {
  const { t } = useTranslation()
  const change = useChangeImageCache()
  return (
    <>
      <SectionCard title={t('image_cache.switch_title')} text={t('image_cache.switch_text')}>
        <div className="flex flex-col gap-2">
          {change.error && <Notice tone="danger">{errorText(t, change.error)}</Notice>}
          <Switch
            label={t('image_cache.enabled')}
            hint={t('image_cache.enabled_hint')}
            checked={cache.enabled}
            onChange={enabled => change.mutate({ enabled })}
          />
          <SavedMark shown={change.isSuccess} />
        </div>
      </SectionCard>
      {cache.enabled && (
        <>
          <SizeForm megabytes={cache.max_megabytes} />
          <UsedCard cache={cache} />
        </>
      )}
    </>
  )
}

function UsedCard({ cache }: { cache: ImageCache }) {
  const { t } = useTranslation()
  const format = useFormat()
  const clear = useClearImageCache()
  const [confirming, setConfirming] = useState(false)
  const { used_megabytes, max_megabytes } = cache
  return (
    <SectionCard
      title={t('image_cache.used_title')}
      action={
        <Button disabled={used_megabytes === 0} onClick={() => setConfirming(true)}>
          {t('image_cache.clear')}
        </Button>
      }
    >
      <div className="flex flex-col gap-3">
        {clear.error && <Notice tone="danger">{errorText(t, clear.error)}</Notice>}
        <ProgressBar label={t('image_cache.used_title')} share={used_megabytes / max_megabytes} />
        <p aria-live="polite" className="text-sm text-muted tabular-nums">
          {t('image_cache.used', {
            used: format.bytes(used_megabytes * MEGABYTE),
            of: format.bytes(max_megabytes * MEGABYTE),
          })}
        </p>
      </div>
      <Confirm
        open={confirming}
        onOpenChange={setConfirming}
        title={t('image_cache.clear_title')}
        confirmLabel={t('image_cache.clear')}
        loading={clear.isPending}
        onConfirm={() => clear.mutate(undefined, { onSettled: () => setConfirming(false) })}
      >
        {t('image_cache.clear_text')}
      </Confirm>
    </SectionCard>
  )
}
