import type { DownloadTicket } from '@foyer/contract/media-files/media-files'
import { fromServer } from '#lib/base-url.ts'

/** The absolute address, for another browser or a download manager. */
export function linkOf({ url }: Pick<DownloadTicket, 'url'>): string {
  return new URL(fromServer(url), document.baseURI).href
}

/** The browser takes over: it names the file, shows progress and resumes. */
export function startDownload(ticket: Pick<DownloadTicket, 'url' | 'filename'>): void {
  const anchor = document.createElement('a')
  anchor.href = linkOf(ticket)
  // Also keeps a refused download from replacing the page.
  anchor.download = ticket.filename
  anchor.rel = 'noreferrer'
  document.body.append(anchor)
  anchor.click()
  anchor.remove()
}

/** False if the browser denies clipboard access: on plain http, or too long after the press. */
export async function copyText(text: string): Promise<boolean> {
  if (!('clipboard' in navigator)) return false
  return navigator.clipboard.writeText(text).then(
    () => true,
    () => false,
  )
}
