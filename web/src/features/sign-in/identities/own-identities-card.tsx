import type { RouteResult } from '@foyer/contract/route'
import type { getAuthStatus, User } from '@foyer/contract/sessions/sessions'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { errorText } from '#lib/error-text.ts'
import { PRODUCT_NAMES } from '#lib/product-names.ts'
import { ReadFailure } from '#lib/read-failure.tsx'
import { Button } from '#ui/button.tsx'
import { SectionCard } from '#ui/card.tsx'
import { Notice } from '#ui/notice.tsx'
import { RowSkeleton } from '#ui/skeleton.tsx'
import { useStartLink } from '../oidc/api.ts'
import { otherOrigin } from '../oidc/sso-origin.ts'
import { useProviderName } from '../oidc/use-provider-label.ts'
import { PlexWaiting } from '../plex/plex-waiting.tsx'
import { usePlexFlow } from '../plex/use-plex-flow.ts'
import { ownIdentitiesQuery, useUnlinkOwn } from './api.ts'
import { hasIdentities, type Identity } from './identity.ts'
import { IdentityRow } from './identity-row.tsx'

type Status = RouteResult<typeof getAuthStatus>

interface OwnIdentitiesCardProps {
  user: User
  status: Status
  /** An account was linked a moment ago. */
  linked: boolean
  onLinked: () => void
}

/** The reader's accounts elsewhere. Absent where no method of this kind is offered and nothing is linked. */
export function OwnIdentitiesCard({ user, status, linked, onLinked }: OwnIdentitiesCardProps) {
  const { t } = useTranslation()
  const offers_plex = status.login_methods.includes('invite_server')
  if (!hasIdentities(user, status)) return null
  return (
    <SectionCard title={t('sign_in.identities.title')} text={t('sign_in.identities.text')}>
      <div className="flex flex-col gap-4">
        {linked && (user.sso_linked || user.invite_linked) && (
          <Notice tone="ok">{t('sign_in.identities.linked')}</Notice>
        )}
        <OwnIdentities user={user} />
        <div className="flex flex-col gap-3 empty:hidden">
          {status.sso_available && <LinkOidc status={status} />}
          {offers_plex && !user.invite_linked && <LinkPlex onLinked={onLinked} />}
        </div>
      </div>
    </SectionCard>
  )
}

function OwnIdentities({ user }: { user: User }) {
  const { t } = useTranslation()
  const read = useQuery(ownIdentitiesQuery())
  const { data, error } = read
  if (!data && !error) return <RowSkeleton />
  if (!data) {
    return <ReadFailure of={read} compact title={t('sign_in.identities.unreadable')} />
  }
  if (data.length === 0) return <p className="text-muted">{t('sign_in.identities.none')}</p>
  return (
    <ul aria-label={t('sign_in.identities.title')} className="divide-y divide-line">
      {data.map(identity => (
        <OwnIdentity
          key={identity.id}
          identity={identity}
          // An admin does this for a kids account.
          may_unlink={!(user.child && identity.kind === 'oidc')}
        />
      ))}
    </ul>
  )
}

function OwnIdentity({ identity, may_unlink }: { identity: Identity; may_unlink: boolean }) {
  const { t } = useTranslation()
  const unlink = useUnlinkOwn()
  return (
    <IdentityRow
      identity={identity}
      unlinkText={t('sign_in.identities.unlink_text')}
      lastMethodText={t('sign_in.identities.last_method')}
      unlinking={unlink.isPending}
      error={unlink.error}
      {...(may_unlink && { onUnlink: done => unlink.mutate(identity, { onSettled: done }) })}
    />
  )
}

/** Goes to the provider in this window; its return page comes back here. */
function LinkOidc({ status }: { status: Status }) {
  const { t } = useTranslation()
  const start = useStartLink()
  const provider = useProviderName(status.sso_provider)
  const elsewhere = otherOrigin(status.sso_origin, window.location.origin)
  if (elsewhere) {
    const host = new URL(elsewhere).host
    return <Notice>{t('sign_in.identities.link_elsewhere', { provider, host })}</Notice>
  }
  return (
    <>
      {start.error && <Notice tone="danger">{errorText(t, start.error)}</Notice>}
      <Button className="self-start" loading={start.isPending} onClick={() => start.mutate()}>
        <span className="wrap-anywhere">{t('sign_in.identities.link', { name: provider })}</span>
      </Button>
    </>
  )
}

function LinkPlex({ onLinked }: { onLinked: () => void }) {
  const { t } = useTranslation()
  const queries = useQueryClient()
  const steps = usePlexFlow('link')

  function finish() {
    void queries.invalidateQueries({ queryKey: ownIdentitiesQuery().queryKey })
    void queries.invalidateQueries({ queryKey: ['sessions', 'me'] })
    onLinked()
  }

  if (steps.flow) {
    return (
      <div className="flex flex-col gap-3 rounded-control border border-line p-4">
        <PlexWaiting key={steps.flow.flow} flow={steps.flow} steps={steps} onDone={finish} />
        <Button variant="ghost" className="self-start" onClick={steps.cancel}>
          {t('ui.cancel')}
        </Button>
      </div>
    )
  }
  return (
    <>
      {steps.error !== null && <Notice tone="danger">{errorText(t, steps.error)}</Notice>}
      <Button className="self-start" loading={steps.starting} onClick={steps.start}>
        {t('sign_in.identities.link', { name: PRODUCT_NAMES.invite_server })}
      </Button>
    </>
  )
}
