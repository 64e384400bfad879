import Disc3 from 'lucide-react/icons/disc-3'
import { useTranslation } from 'react-i18next'
import { ButtonLink } from '#lib/link.tsx'
import { usePageTitle } from '#lib/page-title.ts'
import { EmptyState } from '#ui/empty-state.tsx'

/** The error page for an address the catalogue does not know. */
export function MusicMissing() {
  const { t } = useTranslation()
  usePageTitle(t('music.missing_title'))
  return (
    <EmptyState
      level={1}
      icon={<Disc3 />}
      title={t('music.missing_title')}
      action={
        <ButtonLink to="/music" variant="primary">
          {t('music.back_to_music')}
        </ButtonLink>
      }
    >
      {t('music.missing_text')}
    </EmptyState>
  )
}
