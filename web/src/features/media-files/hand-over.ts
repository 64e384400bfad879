import type { DownloadTicket } from '@foyer/contract/media-files'
import { fromServer } from '#lib/base-url.ts'

/** The whole address, as somebody else's browser or a download manager needs it. */
export function linkOf({ url }: Pick<DownloadTicket, 'url'>): string {
  return new URL(fromServer(url), document.baseURI).href
}

/** From here on it is the browser's: it names the file, shows progress and goes on after a break. */
export function handOver(ticket: Pick<DownloadTicket, 'url' | 'filename'>): void {
  const anchor = document.createElement('a')
  anchor.href = linkOf(ticket)
  // Also keeps a refused transfer from replacing the page.
  anchor.download = ticket.filename
  anchor.rel = 'noreferrer'
  document.body.append(anchor)
  anchor.click()
  anchor.remove()
}

/** False where the browser keeps its clipboard to itself: on plain http, or when too long passed since the press. */
export async function copyText(text: string): Promise<boolean> {
  if (!('clipboard' in navigator)) return false
  return navigator.clipboard.writeText(text).then(
    () => true,
    () => false,
  )
}
