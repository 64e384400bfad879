import { useQuery } from '@tanstack/react-query'
import Eye from 'lucide-react/icons/eye'
import EyeOff from 'lucide-react/icons/eye-off'
import { type ReactNode, use } from 'react'
import { useTranslation } from 'react-i18next'
import { hiddenTitlesQuery, isSameTitle, type ScreenTitle, useHiding } from '#features/hidden-titles/api.ts'
import { errorText } from '#lib/error-text.ts'
import { hasPermission } from '#lib/guard.ts'
import { MoreActions } from '#ui/action-row.tsx'
import { Badge } from '#ui/badge.tsx'
import { toast } from '#ui/toast-store.ts'

interface WithHidingProps {
  title: ScreenTitle & { name: string }
  children: ReactNode
}

/** For admins: hides the title from everybody, or marks it as hidden and shows it again. */
export function WithHiding({ title, children }: WithHidingProps) {
  const { t } = useTranslation()
  const others = use(MoreActions)
  const is_offered = hasPermission('requests:manage')
  const { data } = useQuery({ ...hiddenTitlesQuery(), enabled: is_offered })
  const hiding = useHiding()
  if (!is_offered || !data) return children
  const is_hidden = data.some(one => isSameTitle(one, title))

  function turn(hidden: boolean) {
    const { name } = title
    hiding.mutate(
      { title, hidden },
      {
        onSuccess() {
          const action = { label: t('approvals.undo'), run: () => turn(!hidden) }
          toast(t(hidden ? 'discover.hidden_done' : 'discover.shown_done', { name }), { tone: 'ok', action })
        },
        onError: error => toast(errorText(t, error), { tone: 'danger' }),
      },
    )
  }

  const action = {
    id: 'hide',
    icon: is_hidden ? <Eye aria-hidden /> : <EyeOff aria-hidden />,
    label: is_hidden ? t('discover.show_again') : t('discover.hide'),
    onPress: () => turn(!is_hidden),
  }
  return (
    <>
      {is_hidden && (
        <p className="flex flex-wrap items-center gap-x-3 gap-y-1 text-sm text-muted">
          <Badge tone="warn" icon={<EyeOff aria-hidden />}>
            {t('discover.hidden')}
          </Badge>
          {t('discover.hidden_text')}
        </p>
      )}
      <MoreActions value={[...others, action]}>{children}</MoreActions>
    </>
  )
}
