import { createLink } from '@tanstack/react-router'
import Bot from 'lucide-react/icons/bot'
import { useTranslation } from 'react-i18next'
import { IconTile } from '#ui/icon-tile.tsx'
import { RowLink } from '#ui/row-link.tsx'

const Row = createLink(RowLink)

/** From the account to its assistants. */
export function AssistantsRow() {
  const { t } = useTranslation()
  return (
    <li>
      <Row
        to="/account/assistants"
        mark={
          <IconTile>
            <Bot />
          </IconTile>
        }
        title={t('settings.assistants.title')}
        text={t('settings.assistants.text')}
      />
    </li>
  )
}
