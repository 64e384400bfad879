import type { TitleFile } from '@foyer/contract/media-files'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useFormat } from '#lib/i18n.ts'
import { toast } from '#ui/toast-store.ts'
import { fetchTicket } from './api.ts'
import { copyText, handOver, linkOf } from './hand-over.ts'

interface Wish {
  file: Pick<TitleFile, 'file_id'>
  how: 'download' | 'copy'
}

export interface ShownLink {
  link: string
  until: string
}

export type FileActions = ReturnType<typeof useFileActions>

/** What may be done with the files of one library: each press makes a link of its own. */
export function useFileActions(instance_id: string) {
  const { t } = useTranslation()
  const format = useFormat()
  const [link, setLink] = useState<ShownLink | null>(null)
  const wish = useMutation({
    mutationFn: async ({ file, how }: Wish) => {
      const ticket = await fetchTicket(instance_id, file.file_id)
      if (how === 'download') return handOver(ticket)
      const until = format.time(ticket.expires_at)
      const address = linkOf(ticket)
      if (await copyText(address)) toast(t('media_files.copied', { until }), { tone: 'ok' })
      else setLink({ link: address, until })
    },
  })
  const of = wish.variables
  return {
    start: (file: Wish['file'], how: Wish['how']) => wish.mutate({ file, how }),
    isBusy: (file: Wish['file'], how: Wish['how']) =>
      wish.isPending && of?.file.file_id === file.file_id && of.how === how,
    /** Why the last press on this file came to nothing. */
    failureOf: (file: Wish['file']) => (of?.file.file_id === file.file_id ? wish.error : null),
    /** A link that could not be copied by itself. */
    link,
    closeLink: () => setLink(null),
  }
}
