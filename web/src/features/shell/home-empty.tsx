import type { User } from '@foyer/contract/sessions'
import { useTranslation } from 'react-i18next'
import { ButtonLink } from '#lib/link.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { EmptyStage } from '#ui/empty-stage.tsx'
import { LinkButton } from '#ui/link-button.tsx'

interface HomeEmptyProps {
  user: User
  serverName: string
}

/** No library is connected: why the page is empty, and what can be done about it. */
export function HomeEmpty({ user, serverName }: HomeEmptyProps) {
  const { t } = useTranslation()
  const is_admin = user.role === 'admin'
  return (
    <EmptyState
      art={<EmptyStage />}
      title={t('home.empty_title')}
      action={
        is_admin && (
          <>
            <LinkButton href="api/docs" variant="ghost">
              {t('home.api_reference')}
            </LinkButton>
            <ButtonLink to="/account" variant="primary">
              {t('home.review_account')}
            </ButtonLink>
          </>
        )
      }
    >
      {is_admin
        ? t('home.empty_admin', { server: serverName })
        : t('home.empty_user', { server: serverName })}
    </EmptyState>
  )
}
