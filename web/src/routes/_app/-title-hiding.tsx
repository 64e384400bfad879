import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import Eye from 'lucide-react/icons/eye'
import EyeOff from 'lucide-react/icons/eye-off'
import { type ReactNode, use } from 'react'
import { useTranslation } from 'react-i18next'
import { type HideableTitle, hiddenTitlesQuery, hidingKey, useHiding } from '#features/hidden-titles/api.ts'
import { errorText } from '#lib/error-text.ts'
import { hasPermission } from '#lib/guard.ts'
import { Unread } from '#lib/unread.tsx'
import { ActionRow, MoreActions } from '#ui/action-row.tsx'
import { Badge } from '#ui/badge.tsx'
import { Button } from '#ui/button.tsx'
import { toast } from '#ui/toast-store.ts'
import { useFocusSwap } from '#ui/use-focus-swap.ts'

interface WithHidingProps {
  title: HideableTitle & { name: string }
  children: ReactNode
}

/**
 * For admins: hides the title from everybody; if nobody knows whether it is hidden, this says so. A hidden one is
 * marked as such; nobody can request it, so showing it again stands in the place of the request.
 */
export function WithHiding({ title, children }: WithHidingProps) {
  const { t } = useTranslation()
  const others = use(MoreActions)
  const is_offered = hasPermission('requests:manage')
  const hidden_titles = useQuery({ ...hiddenTitlesQuery(), enabled: is_offered })
  const { data } = hidden_titles
  const hiding = useHiding()
  const { swap, ref } = useFocusSwap()
  const is_hidden = data?.some(one => hidingKey(one) === hidingKey(title))

  async function turn(hidden: boolean): Promise<void> {
    const { name } = title
    if (hidden) swap()
    try {
      // Undone on another page, its callbacks would be gone with this one.
      await hiding.mutateAsync({ title: { ...title, title: name }, hidden })
    } catch (error) {
      toast(errorText(t, error), { tone: 'danger' })
      return
    }
    // The pressed button is gone with its row.
    if (document.activeElement === document.body)
      document.getElementById('main')?.focus({ preventScroll: true })
    const action = { label: t('approvals.undo'), run: () => void turn(!hidden) }
    toast(t(hidden ? 'discover.hidden_done' : 'discover.shown_done', { name }), { tone: 'ok', action })
  }

  if (!is_offered) return children
  if (!is_hidden) {
    const action = {
      id: 'hide',
      icon: <EyeOff aria-hidden />,
      label: t('discover.hide'),
      onPress: () => void turn(true),
    }
    // The same element before the answer and after it: the children keep what they loaded.
    return (
      <div className="flex min-w-0 flex-col gap-2 empty:hidden">
        <MoreActions value={data ? [...others, action] : others}>{children}</MoreActions>
        <Unread of={hidden_titles} title={t('settings.hidden_titles.unreadable')} />
      </div>
    )
  }
  return (
    <div className="flex min-w-0 flex-col gap-3">
      <p className="flex flex-wrap items-center gap-x-3 gap-y-1 text-sm text-muted">
        <Badge tone="warn" icon={<EyeOff aria-hidden />}>
          {t('discover.hidden')}
        </Badge>
        {t('discover.hidden_text')}
        <Link to="/settings/hidden-titles" className="rounded-mark underline underline-offset-4">
          {t('settings.hidden_titles.title')}
        </Link>
      </p>
      <ActionRow
        primary={
          <Button
            ref={ref}
            variant="primary"
            size="lg"
            icon={<Eye aria-hidden />}
            loading={hiding.isPending}
            onClick={() => void turn(false)}
          >
            {t('discover.show_again')}
          </Button>
        }
      />
    </div>
  )
}
