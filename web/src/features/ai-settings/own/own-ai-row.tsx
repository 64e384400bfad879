import { createLink } from '@tanstack/react-router'
import MessageCircleMore from 'lucide-react/icons/message-circle-more'
import { useTranslation } from 'react-i18next'
import { IconTile } from '#ui/icon-tile.tsx'
import { RowLink } from '#ui/row-link.tsx'

const Row = createLink(RowLink)

/** From the account to its AI settings. */
export function OwnAiRow() {
  const { t } = useTranslation()
  return (
    <li>
      <Row
        to="/account/ai"
        mark={
          <IconTile>
            <MessageCircleMore />
          </IconTile>
        }
        title={t('settings.own_ai.title')}
        text={t('settings.own_ai.text')}
      />
    </li>
  )
}
