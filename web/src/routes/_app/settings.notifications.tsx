import { useQuery } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { SettingsRow } from '#features/app-config/settings-row.tsx'
import { pushPolicyQuery } from '#features/notifications/api.ts'
import { PersonTest } from '#features/notifications/person-test.tsx'
import { PolicyCard } from '#features/notifications/policy-card.tsx'
import { DeliveryCard } from '#features/notifications/delivery-card.tsx'
import { usersQuery } from '#features/users/api.ts'
import { PushTest } from '#features/users/user/push-card.tsx'
import { requirePermission } from '#lib/guard.ts'
import { isUnreadable } from '#lib/is-unreadable.ts'
import { ReadFailure } from '#lib/read-failure.tsx'
import { Unread } from '#lib/unread.tsx'
import { notificationTexts } from '#lib/texts/notification-texts.ts'
import { wholeRead } from '#lib/whole-read.ts'
import { RowList } from '#ui/row-link.tsx'
import { Section } from '#ui/section.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { SettingsPage } from './-settings-page.tsx'

export const Route = createFileRoute('/_app/settings/notifications')({
  loader: () => {
    requirePermission('admin:*')
    return notificationTexts()
  },
  component: Notifications,
})

function Notifications() {
  const { t } = useTranslation()
  const read = useQuery(pushPolicyQuery())
  const { data, error } = read
  const people = wholeRead(useQuery(usersQuery()))
  return (
    <SettingsPage title={t('settings.notifications.title')} text={t('settings.notifications.text')}>
      {data ? (
        <>
          <DeliveryCard policy={data} />
          <PolicyCard policy={data} />
        </>
      ) : error ? (
        <ReadFailure of={read} title={t('notifications.server.unreadable')} />
      ) : (
        <>
          <Skeleton className="h-52 w-full rounded-card" />
          <Skeleton className="h-[61rem] w-full rounded-card" />
        </>
      )}
      {(people.data || isUnreadable(people)) && (
        <PersonTest
          people={people.data ?? []}
          failure={!people.data && <Unread of={people} title={t('users.unreadable')} />}
        >
          {user_id => <PushTest key={user_id} user_id={user_id} />}
        </PersonTest>
      )}
      <Section title={t('notifications.server.more')}>
        <RowList>
          <SettingsRow id="chat_webhook" />
          <SettingsRow id="destinations" />
          <SettingsRow id="email" />
        </RowList>
      </Section>
    </SettingsPage>
  )
}
