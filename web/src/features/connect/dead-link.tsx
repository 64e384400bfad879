import Link2Off from 'lucide-react/icons/link-2-off'
import { useTranslation } from 'react-i18next'
import { ButtonLink } from '#lib/link.tsx'
import { Card } from '#ui/card.tsx'

/** A link that no longer works, and what to do about it. */
export function DeadLink({ signedIn }: { signedIn: boolean }) {
  const { t } = useTranslation()
  return (
    <Card className="flex flex-col items-center gap-5 text-center">
      <span
        aria-hidden
        className="grid size-14 place-items-center rounded-full bg-accent-soft text-accent [&_svg]:size-6"
      >
        <Link2Off />
      </span>
      <output className="flex flex-col gap-2">
        <span>{t('connect.dead_why')}</span>
        <span className="text-muted">{t('connect.dead_next')}</span>
      </output>
      <ButtonLink to={signedIn ? '/' : '/login'} size="lg" block>
        {signedIn ? t('connect.go_home') : t('connect.go_login')}
      </ButtonLink>
    </Card>
  )
}
