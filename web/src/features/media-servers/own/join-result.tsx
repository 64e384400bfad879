import type { InviteState } from '@foyer/contract/media-servers/server-sign-in'
import { useTranslation } from 'react-i18next'
import { PRODUCT_NAMES } from '#lib/product-names.ts'
import { Notice } from '#ui/notice.tsx'
import { canTryAnother, outcomeOf } from './invite-outcome.ts'
import type { SignedIn } from './provider-sign-in.tsx'

const provider = PRODUCT_NAMES.invite_server

/** What an account form achieved, in the words of the server's answer. */
export type Joined =
  | { by: 'new'; username: string }
  | { by: 'link'; username: string }
  | { by: 'email'; email: string; invite_state: InviteState }
  | { by: 'sign_in'; result: SignedIn }

const TONES = {
  sent: 'ok',
  adopted: 'ok',
  failed: 'warn',
  claimed: 'warn',
  unlinked: 'warn',
  '': 'info',
} as const

interface JoinResultProps {
  joined: Joined
  /** The server's name. */
  server: string
  /** The reader has been given the server. */
  has_access: boolean
}

export function JoinResult({ joined, server, has_access }: JoinResultProps) {
  const { t } = useTranslation()
  if (joined.by === 'new' || joined.by === 'link') {
    const { username } = joined
    return <Notice tone="ok">{t(`media_servers.joined.${joined.by}`, { server, username })}</Notice>
  }
  if (joined.by === 'email')
    return <InviteResult email={joined.email} state={joined.invite_state} has_access={has_access} />
  const { username, email, invite_state, identity_state } = joined.result
  return (
    <div className="flex flex-col gap-3">
      <p className="text-sm">{t('media_servers.sign_in.done', { provider, username })}</p>
      <InviteResult email={email} state={invite_state} has_access={has_access} />
      {identity_state === 'conflict' && (
        <Notice tone="warn">{t('media_servers.sign_in.conflict', { provider })}</Notice>
      )}
      {identity_state === 'linked' && <Notice>{t('media_servers.sign_in.identity', { provider })}</Notice>}
    </div>
  )
}

interface InviteResultProps extends Pick<JoinResultProps, 'has_access'> {
  email: string
  state: InviteState
}

function InviteResult({ email, state, has_access }: InviteResultProps) {
  const { t } = useTranslation()
  return (
    <Notice tone={TONES[state]}>
      {t(`media_servers.invite.state.${outcomeOf(state, has_access)}`, { email, provider })}
    </Notice>
  )
}

/** Whether the way to an account stays open beside this result. */
export function isOpenStill(joined: Joined): boolean {
  if (joined.by === 'new' || joined.by === 'link') return false
  return canTryAnother(joined.by === 'email' ? joined.invite_state : joined.result.invite_state)
}
