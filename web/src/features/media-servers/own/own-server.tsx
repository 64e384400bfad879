import type { OwnMediaServer, OwnServerAccount } from '@foyer/contract/media-servers/media-servers'
import ExternalLink from 'lucide-react/icons/external-link'
import { useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { PRODUCT_NAMES } from '#lib/product-names.ts'
import { ProductMark } from '#lib/product-mark.tsx'
import { Badge } from '#ui/badge.tsx'
import { Button } from '#ui/button.tsx'
import { CopyField } from '#ui/copy-field.tsx'
import { LinkButton } from '#ui/link-button.tsx'
import { Notice } from '#ui/notice.tsx'
import { type AccountState, accountState, invitedAddress, STATE_TONES } from './account-state.ts'
import { isOpenStill, type Joined, JoinResult } from './join-result.tsx'
import { JoinServer, type Reader } from './join-server.tsx'

interface OwnServerProps {
  server: OwnMediaServer
  reader: Reader
  checking: boolean
  onCheck: () => void
}

/** One server: the reader's account on it, or the way to get one. */
export function OwnServer({ server, reader, checking, onCheck }: OwnServerProps) {
  const { t } = useTranslation()
  const { name, service_type, account } = server
  const product = PRODUCT_NAMES[service_type]
  const state = accountState(server)
  const heading = useRef<HTMLHeadingElement>(null)
  const [joined, setJoined] = useState<Joined | null>(null)
  const [attempts, setAttempts] = useState(0)

  function finish(result: Joined) {
    setJoined(result)
    setAttempts(before => before + 1)
    // The form is gone, and the focus with it.
    heading.current?.focus()
  }

  return (
    <section aria-label={name} className="rounded-card border border-line bg-surface p-5 sm:p-6">
      <div className="flex items-center gap-4">
        <ProductMark type={service_type} />
        <div className="flex min-w-0 flex-1 flex-wrap items-center justify-between gap-x-4 gap-y-1">
          <div className="flex min-w-0 flex-col">
            <h2 ref={heading} tabIndex={-1} className="font-semibold wrap-anywhere outline-none">
              {name}
            </h2>
            {name !== product && <span className="text-sm text-muted">{product}</span>}
          </div>
          <span className="flex flex-wrap gap-1.5">
            {account?.administrator && <Badge tone="accent">{t('media_servers.administrator')}</Badge>}
            <Badge tone={STATE_TONES[state]}>{t(`media_servers.account.${state}`)}</Badge>
          </span>
        </div>
      </div>
      <div className="mt-5 flex flex-col gap-4">
        {joined && <JoinResult has_access joined={joined} server={name} />}
        {account ? (
          <Account
            server={server}
            account={account}
            reader={reader}
            state={state}
            checking={checking}
            onCheck={onCheck}
          />
        ) : (
          (!joined || isOpenStill(joined)) && (
            <JoinServer key={attempts} server={server} reader={reader} onJoined={finish} />
          )
        )}
      </div>
    </section>
  )
}

interface AccountProps extends OwnServerProps {
  account: OwnServerAccount
  state: AccountState
}

function Account({ server, account, reader, state, checking, onCheck }: AccountProps) {
  const { t } = useTranslation()
  const { name, public_address, kind } = server
  const { username } = account
  const email = invitedAddress(username, reader.invite_email)
  const check = (
    <Button size="sm" loading={checking} onClick={onCheck}>
      {t('media_servers.check')}
    </Button>
  )
  return (
    <>
      {state === 'unverified' && (
        <Notice tone="warn" action={check}>
          {t('media_servers.unverified', { server: name })}
        </Notice>
      )}
      {state === 'disabled' && <Notice tone="warn">{t('media_servers.disabled', { server: name })}</Notice>}
      {state === 'invited' && (
        <Notice action={check}>{t('media_servers.invited', { email, server: name })}</Notice>
      )}
      {account.access_sync_pending && (
        <Notice tone="warn">{t('media_servers.change_owed', { server: name })}</Notice>
      )}
      {/* The notice above names the address of an open invitation. */}
      {state !== 'invited' && (
        <p className="text-sm wrap-anywhere">
          {kind === 'account'
            ? t('media_servers.signed_in_as', { username })
            : t('media_servers.shared_with', { email: username })}
        </p>
      )}
      {public_address ? (
        <div className="flex flex-col gap-3 sm:flex-row sm:flex-wrap sm:items-end">
          {kind === 'account' && (
            <div className="flex min-w-0 flex-1 flex-col gap-1.5 sm:basis-96">
              <span className="text-sm text-muted">{t('media_servers.address_hint')}</span>
              <CopyField label={t('media_servers.address', { server: name })} value={public_address} />
            </div>
          )}
          <LinkButton
            href={public_address}
            target="_blank"
            rel="noreferrer"
            icon={<ExternalLink aria-hidden />}
            className="wrap-anywhere"
          >
            {t('media_servers.open', { server: name })}
          </LinkButton>
        </div>
      ) : (
        <p className="text-sm text-muted">{t('media_servers.no_address')}</p>
      )}
    </>
  )
}
