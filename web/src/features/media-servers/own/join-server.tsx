import type { OwnMediaServer } from '@foyer/contract/media-servers/media-servers'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { PRODUCT_NAMES } from '#lib/product-names.ts'
import { Notice } from '#ui/notice.tsx'
import { Segmented } from '#ui/segmented.tsx'
import { useCreateAccount } from './api.ts'
import { EmailForm } from './email-form.tsx'
import type { Joined } from './join-result.tsx'
import { LinkAccount } from './link-account.tsx'
import { NewAccount } from './new-account.tsx'
import { ProviderSignIn } from './provider-sign-in.tsx'

const provider = PRODUCT_NAMES.invite_server

export interface Reader {
  username: string
  /** The address saved for invitations; empty if none. */
  invite_email: string
}

interface JoinServerProps {
  server: OwnMediaServer
  reader: Reader
  onJoined: (joined: Joined) => void
}

/** How somebody without an account on a server gets one. */
export function JoinServer(props: JoinServerProps) {
  const { t } = useTranslation()
  return (
    <div className="flex flex-col gap-5 sm:max-w-lg">
      {props.server.auto_link_suppressed && <Notice>{t('media_servers.suppressed')}</Notice>}
      {props.server.kind === 'account' ? <JoinByAccount {...props} /> : <JoinByInvite {...props} />}
    </div>
  )
}

function JoinByAccount({ server, reader, onJoined }: JoinServerProps) {
  const { t } = useTranslation()
  const { instance_id, name, existing_account } = server
  const { username } = reader
  const [way, setWay] = useState<'new' | 'link'>(existing_account ? 'link' : 'new')
  return (
    <>
      <div className="grid sm:block">
        <Segmented
          label={t('media_servers.way.label', { server: name })}
          value={way}
          onChange={setWay}
          choices={[
            { value: 'new', label: t('media_servers.way.new') },
            { value: 'link', label: t('media_servers.way.link') },
          ]}
        />
      </div>
      {way === 'new' ? (
        <NewAccount
          instance_id={instance_id}
          server={name}
          username={username}
          onDone={() => onJoined({ by: 'new', username })}
          onLink={() => setWay('link')}
        />
      ) : (
        <LinkAccount
          instance_id={instance_id}
          server={name}
          username={username}
          has_namesake={existing_account}
          onDone={linked => onJoined({ by: 'link', username: linked })}
        />
      )}
    </>
  )
}

function JoinByInvite({ server, reader, onJoined }: JoinServerProps) {
  const { t } = useTranslation()
  const ask = useCreateAccount(server.instance_id)
  const [way, setWay] = useState<'sign_in' | 'email'>('sign_in')
  return (
    <>
      <div className="grid sm:block">
        <Segmented
          label={t('media_servers.way.label', { server: server.name })}
          value={way}
          onChange={setWay}
          choices={[
            { value: 'sign_in', label: t('media_servers.way.sign_in', { provider }) },
            { value: 'email', label: t('media_servers.way.email') },
          ]}
        />
      </div>
      {way === 'sign_in' ? (
        <ProviderSignIn onDone={result => onJoined({ by: 'sign_in', result })} />
      ) : (
        <EmailForm
          server={server.name}
          saved_email={reader.invite_email}
          text={t('media_servers.invite.text', { server: server.name, provider })}
          submit_label={t('media_servers.invite.submit')}
          sending={ask.isPending}
          error={ask.error}
          onSubmit={email =>
            ask.mutate(
              { email },
              {
                onSuccess: ({ pending }) =>
                  onJoined({ by: 'email', email, invite_state: pending ? 'sent' : 'adopted' }),
              },
            )
          }
        />
      )}
    </>
  )
}
