import { useQuery } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { setTopBoxesQuery } from '#features/set-top-boxes/api.ts'
import { BoxList } from '#features/set-top-boxes/box-list.tsx'
import { grantablePeople } from '#features/set-top-boxes/box-people.ts'
import { usersQuery } from '#features/users/api.ts'
import { requirePermission } from '#lib/guard.ts'
import { setTopBoxTexts } from '#lib/texts/set-top-box-texts.ts'
import { wholeRead } from '#lib/whole-read.ts'
import { SettingsPage } from './-settings-page.tsx'

export const Route = createFileRoute('/_app/settings/set-top-boxes')({
  async loader({ context }) {
    requirePermission('instances:manage')
    void context.queries.prefetchQuery(setTopBoxesQuery())
    await setTopBoxTexts()
  },
  component: SetTopBoxes,
})

function SetTopBoxes() {
  const { t } = useTranslation()
  const users = wholeRead(useQuery(usersQuery()))
  return (
    <SettingsPage title={t('settings.set_top_boxes.title')} text={t('settings.set_top_boxes.text')}>
      <BoxList people={{ list: users.data && grantablePeople(users.data), read: users }} />
    </SettingsPage>
  )
}
