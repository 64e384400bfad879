import type { InboxEntry } from '@foyer/contract/inbox'
import type { TFunction } from 'i18next'

type Told = Pick<InboxEntry, 'type' | 'data'>

/** What happened, in one line, to the reader. A type this page has not learned yet still names its title. */
export function entryWords(t: TFunction, { type, data }: Told, reader_id?: number): string {
  const title = data.title ?? t('inbox.unnamed')
  const name = data.username ?? t('inbox.somebody')
  const { count = 1 } = data
  switch (type) {
    case 'request_decision':
      return t(data.decision === 'denied' ? 'inbox.said.denied' : 'inbox.said.approved', { title })
    case 'request_auto_approved':
      return data.username && data.user_id !== reader_id
        ? t('inbox.said.auto_approved_for', { name, title })
        : t('inbox.said.auto_approved', { title })
    case 'request_pending':
      return t('inbox.said.request_pending', { name, title })
    case 'new_episode':
      return t('inbox.said.new_episode', { count, title })
    case 'new_movie':
    case 'new_book':
    case 'new_music':
    case 'content_upgraded':
      return t(`inbox.said.${type}`, { title })
    default:
      return t('inbox.said.other', { title })
  }
}

/** The second line: what kind of thing it is, and why it was declined. */
export function entryFacts(t: TFunction, { data }: Told): string[] {
  const kind = data.media_type ? [t(`inbox.kind.${data.media_type}`)] : []
  return data.reason ? [...kind, data.reason] : kind
}
