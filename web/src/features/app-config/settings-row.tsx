import { createLink } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { OperationPage } from '#lib/operation-pages.ts'
import { IconTile } from '#ui/icon-tile.tsx'
import { RowLink } from '#ui/row-link.tsx'
import { type SettingsSection, SETTINGS } from './settings-sections.ts'

const Row = createLink(RowLink)

interface SettingsRowProps {
  id: SettingsSection['id']
  /** A badge before the arrow. */
  end?: ReactNode
}

/** A link to one settings page: icon, name, one sentence. */
export function SettingsRow({ id, end }: SettingsRowProps) {
  const { t } = useTranslation()
  const section = SETTINGS.find(one => one.id === id)
  if (!section) return null
  const { to, icon: Icon } = section
  return (
    <li>
      <Row
        to={to}
        mark={
          <IconTile>
            <Icon />
          </IconTile>
        }
        title={t(`settings.${id}.title`)}
        text={t(`settings.${id}.text`)}
        end={end}
      />
    </li>
  )
}

interface OperationRowProps {
  page: OperationPage
  /** A badge beside the name. */
  state?: ReactNode
}

/** A link to one page below Operations. */
export function OperationRow({ page: { id, to, icon: Icon }, state }: OperationRowProps) {
  const { t } = useTranslation()
  return (
    <li>
      <Row
        to={to}
        mark={
          <IconTile>
            <Icon />
          </IconTile>
        }
        title={
          <span className="flex flex-wrap items-center gap-x-3 gap-y-1">
            {t(`operation_pages.${id}.title`)}
            {state}
          </span>
        }
        text={t(`operation_pages.${id}.text`)}
      />
    </li>
  )
}
