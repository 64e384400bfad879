import ArrowUpToLine from 'lucide-react/icons/arrow-up-to-line'
import { useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useFormat } from '#lib/i18n.ts'
import { Button } from '#ui/button.tsx'
import { ProgressBar } from '#ui/progress-bar.tsx'
import { toast } from '#ui/toast-store.ts'
import { useUploadBackup } from './api.ts'

interface UploadControlProps {
  onBegin: () => void
  onFail: (error: unknown) => void
}

/** Chooses a file and sends it; what is sent so far is shown, then that the server checks it. */
export function UploadControl({ onBegin, onFail }: UploadControlProps) {
  const { t } = useTranslation()
  const format = useFormat()
  const upload = useUploadBackup()
  const input = useRef<HTMLInputElement>(null)
  const stop = useRef<AbortController>(null)
  const [share, setShare] = useState(0)

  function begin(file: File | undefined) {
    if (!file) return
    onBegin()
    setShare(0)
    const controller = new AbortController()
    stop.current = controller
    upload.mutate(
      { file, onProgress: setShare, signal: controller.signal },
      {
        onSuccess: () => toast(t('backups.uploaded'), { tone: 'ok' }),
        onError: error => {
          if (!controller.signal.aborted) onFail(error)
        },
      },
    )
  }

  if (upload.isPending) {
    const is_checking = share >= 1
    const label = is_checking
      ? t('backups.checking')
      : t('backups.uploading', { share: format.percent(share) })
    return (
      <div className="flex min-w-0 flex-1 basis-64 items-center gap-4">
        <div className="flex min-w-0 flex-1 flex-col gap-1.5">
          <ProgressBar label={t('backups.upload')} share={is_checking ? undefined : share} />
          <output className="text-sm text-muted tabular-nums">{label}</output>
        </div>
        <Button variant="ghost" onClick={() => stop.current?.abort()}>
          {t('ui.cancel')}
        </Button>
      </div>
    )
  }
  return (
    <>
      <Button icon={<ArrowUpToLine />} onClick={() => input.current?.click()}>
        {t('backups.upload')}
      </Button>
      <input
        ref={input}
        type="file"
        aria-label={t('backups.upload')}
        // Not only .db: an explanation is kinder than a file that cannot be chosen.
        className="hidden"
        tabIndex={-1}
        onChange={event => {
          begin(event.target.files?.[0])
          event.target.value = ''
        }}
      />
    </>
  )
}
