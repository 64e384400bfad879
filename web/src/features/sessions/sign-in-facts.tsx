import type { User } from '@foyer/contract/sessions'
import { useTranslation } from 'react-i18next'
import { SectionCard } from '#ui/card.tsx'
import { Facts } from '#ui/facts.tsx'

/** Which ways into the account are open. */
export function SignInFacts({ user }: { user: User }) {
  const { t } = useTranslation()
  const password = user.has_password
    ? user.password_enabled
      ? t('sessions.account.on')
      : t('sessions.account.off')
    : t('sessions.account.not_set')
  return (
    <SectionCard title={t('sessions.account.sign_in_title')} text={t('sessions.account.sign_in_text')}>
      <Facts
        facts={[
          [t('sessions.account.password'), password],
          [
            t('sessions.account.passkey'),
            user.passkey_enabled ? t('sessions.account.on') : t('sessions.account.off'),
          ],
          [
            t('sessions.account.sso'),
            user.sso_linked ? t('sessions.account.linked') : t('sessions.account.not_linked'),
          ],
        ]}
      />
    </SectionCard>
  )
}
