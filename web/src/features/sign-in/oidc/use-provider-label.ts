import { useTranslation } from 'react-i18next'

/** What the server calls the provider until an admin names it (2/4.4). */
const UNNAMED = 'Single sign-on'

/** The provider's name inside a sentence. */
export function useProviderName(label: string | undefined): string {
  const { t } = useTranslation()
  return label && label !== UNNAMED ? label : t('sign_in.sso_name')
}

/** The text of a button that signs in there. */
export function useProviderLabel(label: string | undefined): string {
  const { t } = useTranslation()
  return t('sign_in.with', { name: useProviderName(label) })
}
