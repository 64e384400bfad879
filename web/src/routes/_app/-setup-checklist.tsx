import type { AppConfig } from '@foyer/contract/app-config'
import { isLibraryManager } from '@foyer/contract/instances/instance-types'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { configQuery } from '#features/app-config/api.ts'
import { ChecklistCard } from '#features/setup-checklist/checklist-card.tsx'
import { useResumeStep } from '#features/setup-wizard/wizard-memory.ts'
import { ButtonLink } from '#lib/link.tsx'

interface SetupChecklistProps {
  collapsed: boolean
  /** Gone once nothing needed is left to do, unless the setup itself was left early. */
  hides_complete?: boolean
  /** The page has a better button than that of an unfinished setup. */
  is_secondary?: boolean
}

/** The setup checklist of this server, with the way back into an unfinished setup. */
export function SetupChecklist({ collapsed, hides_complete = false, is_secondary }: SetupChecklistProps) {
  const { t } = useTranslation()
  const resume = useResumeStep()
  const { data: config } = useQuery(configQuery())
  return (
    <ChecklistCard
      collapsed={collapsed}
      hides_complete={hides_complete && !resume}
      library_id={managerOf(config)}
      action={
        resume && (
          <ButtonLink
            to="/setup/$step"
            params={{ step: resume }}
            variant={is_secondary ? 'secondary' : 'primary'}
          >
            {t('home.resume')}
          </ButtonLink>
        )
      }
    />
  )
}

/** The library to map folders for first: one without a mapping. */
function managerOf(config: AppConfig | undefined): string | undefined {
  const managers = config?.instances.filter(({ service_type }) => isLibraryManager(service_type))
  return (managers?.find(one => !one.media_downloads) ?? managers?.[0])?.id
}
