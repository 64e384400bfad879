import Wrench from 'lucide-react/icons/wrench'
import { type ComponentProps, lazy, type ReactNode, Suspense, use, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { hasPermission } from '#lib/guard.ts'
import { titleToolTexts } from '#lib/texts/title-tool-texts.ts'
import { MoreActions } from '#ui/action-row.tsx'
import type { TitleToolsHost } from './-title-tools-host.tsx'

const Host = lazy(() =>
  Promise.all([import('./-title-tools-host.tsx'), titleToolTexts()]).then(([{ TitleToolsHost: host }]) => ({
    default: host,
  })),
)

interface WithTitleToolsProps {
  title: ComponentProps<typeof TitleToolsHost>['title']
  children: ReactNode
}

/** Adds "Manage" to a title's actions for admins. Everything else is loaded on the first press. */
export function WithTitleTools({ title, children }: WithTitleToolsProps) {
  const { t } = useTranslation()
  const others = use(MoreActions)
  // Counts the openings, so that each starts at the beginning.
  const [dialog, setDialog] = useState({ at: 0, open: false })
  const is_offered = hasPermission('requests:manage')
  const action = {
    id: 'title_tools',
    icon: <Wrench aria-hidden />,
    label: t('discover.manage'),
    onPress: () => setDialog(({ at }) => ({ at: at + 1, open: true })),
  }
  return (
    <>
      <MoreActions value={is_offered ? [...others, action] : others}>{children}</MoreActions>
      <Suspense>
        {dialog.at > 0 && (
          <Host
            key={dialog.at}
            open={dialog.open}
            title={title}
            onClose={() => setDialog(before => ({ ...before, open: false }))}
          />
        )}
      </Suspense>
    </>
  )
}
