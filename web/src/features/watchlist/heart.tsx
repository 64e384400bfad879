import { useQuery } from '@tanstack/react-query'
import Heart from 'lucide-react/icons/heart'
import { useRef } from 'react'
import { useTranslation } from 'react-i18next'
import type { HeartProps, Watched } from '#lib/card-heart.tsx'
import { errorText } from '#lib/error-text.ts'
import { cx } from '#ui/cx.ts'
import { IconButton } from '#ui/icon-button.tsx'
import { toast } from '#ui/toast-store.ts'
import { keyOf, keysQuery, useToggleWatched } from './api.ts'

interface HeartButtonProps extends HeartProps {
  /** Called when it is taken off; the answer is called once that is saved, unless it was put back. */
  onTakeOff?: (() => () => void) | undefined
  className?: string
}

function useHeart(watched: Watched, name: string, onTakeOff?: () => () => void) {
  const { t } = useTranslation()
  const { data, isError, refetch } = useQuery(keysQuery())
  const { mutateAsync: turn } = useToggleWatched()
  const presses = useRef(0)
  const on = data?.keys.includes(keyOf(watched)) ?? false
  const is_unread = isError && !data
  return {
    on,
    is_ready: data !== undefined || is_unread,
    problem: is_unread ? t('watchlist.unreadable') : undefined,
    /** Reads the list again if it is not known: which way to turn it is not known then. */
    press: () => {
      if (is_unread) {
        void refetch().then(read => read.isError && toast(t('watchlist.unreadable'), { tone: 'danger' }))
        return
      }
      presses.current += 1
      const press = presses.current
      const onSaved = on ? onTakeOff?.() : undefined
      // The heart may be gone by then, and its callbacks with it; or it was pressed again.
      // The list is called by this name until a provider is read, and a library is searched by it.
      void turn({ ...watched, title: watched.title ?? name, on: !on }).then(
        () => press === presses.current && onSaved?.(),
        (error: unknown) => toast(errorText(t, error), { tone: 'danger' }),
      )
    },
  }
}

/** Puts a title or somebody on the watchlist, or takes them off. */
export function HeartButton({ watched, name, className, onTakeOff }: HeartButtonProps) {
  const { t } = useTranslation()
  const { on, is_ready, problem, press } = useHeart(watched, name, onTakeOff)
  return (
    <IconButton
      variant="solid"
      label={t('watchlist.heart', { name })}
      title={problem ?? (on ? t('watchlist.take_off') : t('watchlist.put_on'))}
      aria-pressed={on}
      disabled={!is_ready}
      icon={<Heart className={cx(on && 'fill-current text-danger')} />}
      className={className}
      onClick={press}
    />
  )
}

/** On a card, for pointers only. On a phone, the card opens the title instead. */
export function CardHeart({ watched, name }: HeartProps) {
  const { t } = useTranslation()
  const { on, is_ready, problem, press } = useHeart(watched, name)
  return (
    <button
      type="button"
      // The title page has the same button; otherwise keyboards would stop twice at every card.
      tabIndex={-1}
      title={problem}
      aria-label={t('watchlist.heart', { name })}
      aria-pressed={on}
      disabled={!is_ready}
      onClick={press}
      className={cx(
        'absolute start-2 top-2 grid size-9 place-items-center rounded-control bg-surface text-text opacity-0 shadow-float transition-opacity group-hover/card:opacity-100 hover:bg-raised',
        on && 'text-danger',
      )}
    >
      <Heart aria-hidden className={cx('size-4', on && 'fill-current')} />
    </button>
  )
}
