import DoorClosed from 'lucide-react/icons/door-closed'
import { useTranslation } from 'react-i18next'
import { ButtonLink } from '#lib/link.tsx'
import { usePageTitle } from '#lib/page-title.ts'
import { EmptyState } from '#ui/empty-state.tsx'

export function NotFound() {
  const { t } = useTranslation()
  usePageTitle(t('shell.not_found.title'))
  return (
    <EmptyState
      level={1}
      icon={<DoorClosed />}
      title={t('shell.not_found.title')}
      action={
        <ButtonLink to="/" variant="primary">
          {t('shell.not_found.home')}
        </ButtonLink>
      }
    >
      {t('shell.not_found.text')}
    </EmptyState>
  )
}
