import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { ReadFailure } from '#lib/read-failure.tsx'
import { SectionCard } from '#ui/card.tsx'
import { RowSkeleton } from '#ui/skeleton.tsx'
import { userIdentitiesQuery, useUnlinkUser } from './api.ts'
import type { Identity } from './identity.ts'
import { IdentityRow } from './identity-row.tsx'

interface UserIdentitiesCardProps {
  user: { id: number; username: string }
}

/** The accounts elsewhere that sign somebody in, for an admin. */
export function UserIdentitiesCard({ user }: UserIdentitiesCardProps) {
  const { t } = useTranslation()
  const read = useQuery(userIdentitiesQuery(user.id))
  const { data, error } = read
  return (
    <SectionCard
      title={t('sign_in.identities.title')}
      text={t('sign_in.identities.user_text', { name: user.username })}
    >
      {data ? (
        <>
          {data.length === 0 && <p className="text-muted">{t('sign_in.identities.none')}</p>}
          <ul aria-label={t('sign_in.identities.title')} className="divide-y divide-line empty:hidden">
            {data.map(identity => (
              <UserIdentity key={identity.id} user={user} identity={identity} />
            ))}
          </ul>
        </>
      ) : error ? (
        <ReadFailure of={read} compact title={t('sign_in.identities.user_unreadable')} />
      ) : (
        <RowSkeleton />
      )}
    </SectionCard>
  )
}

function UserIdentity({ user, identity }: UserIdentitiesCardProps & { identity: Identity }) {
  const { t } = useTranslation()
  const unlink = useUnlinkUser(user.id)
  return (
    <IdentityRow
      identity={identity}
      unlinkText={t('sign_in.identities.user_unlink_text', { name: user.username })}
      lastMethodText={t('sign_in.identities.user_last_method', { name: user.username })}
      unlinking={unlink.isPending}
      error={unlink.error}
      onUnlink={done => unlink.mutate(identity, { onSettled: done })}
    />
  )
}
