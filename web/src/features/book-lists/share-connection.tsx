import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { errorText } from '#lib/error-text.ts'
import { Button } from '#ui/button.tsx'
import { Checkbox } from '#ui/checkbox.tsx'
import { Notice } from '#ui/notice.tsx'
import { SavedMark } from '#ui/saved-mark.tsx'
import { useShareConnection } from './api.ts'
import type { OtherLibrary } from './book-list-card.tsx'
import { missed } from './connection-state.ts'

interface ShareConnectionProps {
  id: string
  connection_id: string
  others: readonly OtherLibrary[]
}

/** Lets other book libraries use the same connection; failed ones can be retried. */
export function ShareConnection({ id, connection_id, others }: ShareConnectionProps) {
  const { t } = useTranslation()
  const share = useShareConnection(id)
  const [chosen, setChosen] = useState<readonly string[]>([])
  const unreached = missed(share.data?.results ?? [])
  const names = others.filter(one => unreached.includes(one.id)).map(one => one.name)

  function toggle(library: string, on: boolean) {
    setChosen(now => (on ? [...now, library] : now.filter(one => one !== library)))
    if (!share.isPending) share.reset()
  }

  function submit() {
    share.mutate({ connection_id, ids: chosen }, { onSuccess: ({ results }) => setChosen(missed(results)) })
  }

  return (
    <fieldset className="flex min-w-0 flex-col gap-2">
      <legend className="mb-1 text-sm font-medium">{t('book_lists.share.title')}</legend>
      {others.map(({ id: library, name }) => (
        <Checkbox
          key={library}
          label={<span className="break-words">{name}</span>}
          checked={chosen.includes(library)}
          onChange={event => toggle(library, event.target.checked)}
        />
      ))}
      {share.error && <Notice tone="danger">{errorText(t, share.error)}</Notice>}
      {names.length > 0 && (
        <Notice tone="warn">{t('book_lists.share.missed', { names: names.join(', ') })}</Notice>
      )}
      <div className="flex flex-wrap items-center gap-3">
        <Button disabled={chosen.length === 0} loading={share.isPending} onClick={submit}>
          {t('book_lists.share.apply')}
        </Button>
        <SavedMark shown={share.isSuccess && names.length === 0} />
      </div>
    </fieldset>
  )
}
