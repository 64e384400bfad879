import CalendarPlus from 'lucide-react/icons/calendar-plus'
import { useTranslation } from 'react-i18next'
import { CopyField } from '#ui/copy-field.tsx'
import { LinkButton } from '#ui/link-button.tsx'
import { Notice } from '#ui/notice.tsx'

/** Shown only once. `webcal:` makes calendar apps subscribe instead of download. */
export function FeedLink({ url }: { url: string }) {
  const { t } = useTranslation()
  return (
    <div className="flex flex-col gap-4">
      <Notice tone="ok" title={t('calendar.feed.made')}>
        {t('calendar.feed.once')}
      </Notice>
      <CopyField label={t('calendar.feed.link')} value={url} />
      <span>
        <LinkButton
          href={url.replace(/^https?:/, 'webcal:')}
          variant="primary"
          icon={<CalendarPlus aria-hidden />}
        >
          {t('calendar.feed.open')}
        </LinkButton>
      </span>
    </div>
  )
}
