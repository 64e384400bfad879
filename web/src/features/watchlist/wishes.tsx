import type { WatchlistEntry, WatchTell } from '@foyer/contract/watchlist'
import BellRing from 'lucide-react/icons/bell-ring'
import { useTranslation } from 'react-i18next'
import { errorText } from '#lib/error-text.ts'
import { IconButton } from '#ui/icon-button.tsx'
import { Popover } from '#ui/popover.tsx'
import { Switch } from '#ui/switch.tsx'
import { toast } from '#ui/toast-store.ts'
import { useChangeWishes, type WishChange } from './api.ts'
import { isFollowed, wishesOf } from './kinds.ts'

interface WishesProps {
  entry: WatchlistEntry
  /** Whether an admin lets shows request their next seasons. */
  next_seasons_allowed: boolean
}

/** What to be told about one entry. */
export function Wishes({ entry, next_seasons_allowed }: WishesProps) {
  const { t } = useTranslation()
  const { mutate } = useChangeWishes()
  const name = entry.title || t('watchlist.unnamed')
  const change = (wishes: WishChange['change']) =>
    mutate({ entry, change: wishes }, { onError: error => toast(errorText(t, error), { tone: 'danger' }) })
  const labelOf = (wish: keyof WatchTell) =>
    wish === 'askable' && isFollowed(entry.kind) ? t('watchlist.tell.new_title') : t(`watchlist.tell.${wish}`)
  return (
    <Popover
      label={t('watchlist.wishes', { name })}
      trigger={<IconButton label={t('watchlist.wishes', { name })} icon={<BellRing />} />}
    >
      <p className="mb-2 text-sm font-medium">{t('watchlist.tell_when')}</p>
      {wishesOf(entry.kind).map(wish => (
        <Switch
          key={wish}
          label={labelOf(wish)}
          checked={entry.tell[wish]}
          onChange={on => change({ tell: { [wish]: on } })}
        />
      ))}
      {entry.kind === 'tv' && (next_seasons_allowed || entry.request_next_seasons) && (
        <Switch
          label={t('watchlist.next_seasons')}
          hint={t('watchlist.next_seasons_hint')}
          checked={entry.request_next_seasons ?? false}
          onChange={on => change({ request_next_seasons: on })}
        />
      )}
    </Popover>
  )
}
