import type { TitleFile } from '@foyer/contract/media-files/media-files'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useFormat } from '#lib/i18n.ts'
import { toast } from '#ui/toast-store.ts'
import { fetchTicket } from './api.ts'
import { copyText, startDownload, linkOf } from './start-download.ts'

interface FileAction {
  file: Pick<TitleFile, 'file_id'>
  how: 'download' | 'copy'
}

export interface ShownLink {
  link: string
  until: string
}

export type FileActions = ReturnType<typeof useFileActions>

/** Actions on the files of one library; each press creates a new link. */
export function useFileActions(instance_id: string) {
  const { t } = useTranslation()
  const format = useFormat()
  const [link, setLink] = useState<ShownLink | null>(null)
  const action = useMutation({
    mutationFn: async ({ file, how }: FileAction) => {
      const ticket = await fetchTicket(instance_id, file.file_id)
      if (how === 'download') return startDownload(ticket)
      const until = format.time(ticket.expires_at)
      const address = linkOf(ticket)
      if (await copyText(address)) toast(t('media_files.copied', { until }), { tone: 'ok' })
      else setLink({ link: address, until })
    },
  })
  const of = action.variables
  return {
    start: (file: FileAction['file'], how: FileAction['how']) => action.mutate({ file, how }),
    isBusy: (file: FileAction['file'], how: FileAction['how']) =>
      action.isPending && of?.file.file_id === file.file_id && of.how === how,
    /** Why the last press on this file failed. */
    failureOf: (file: FileAction['file']) => (of?.file.file_id === file.file_id ? action.error : null),
    /** A link that could not be copied automatically. */
    link,
    closeLink: () => setLink(null),
  }
}
