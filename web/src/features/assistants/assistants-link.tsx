import { createLink } from '@tanstack/react-router'
import Bot from 'lucide-react/icons/bot'
import { useTranslation } from 'react-i18next'
import { IconTile } from '#ui/icon-tile.tsx'
import { RowLink, RowList } from '#ui/row-link.tsx'

const Row = createLink(RowLink)

/** The way from the account to its assistants. */
export function AssistantsLink() {
  const { t } = useTranslation()
  return (
    <RowList>
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
    </RowList>
  )
}
