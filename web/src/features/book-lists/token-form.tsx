import type { BookListConnection } from '@foyer/contract/book-list-connection'
import { useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ApiError } from '#lib/api-error.ts'
import { errorText } from '#lib/error-text.ts'
import type { FormErrors } from '#lib/form-errors.ts'
import { Form } from '#ui/form.tsx'
import { Notice } from '#ui/notice.tsx'
import { OutsideLink } from '#ui/outside-link.tsx'
import { SaveRow } from '#ui/save-row.tsx'
import { SavedMark } from '#ui/saved-mark.tsx'
import { SecretField } from '#ui/secret-field.tsx'
import { useConnectByToken } from './api.ts'

/** Opens the provider's token form with the required scope preselected. */
const TOKEN_PAGE = 'https://hardcover.app/account/api/keys/new?scope=read:catalog'

interface TokenFormProps {
  id: string
  connection: BookListConnection
}

/** A personal token, tested by one catalogue read before it is saved. */
export function TokenForm({ id, connection }: TokenFormProps) {
  const { t } = useTranslation()
  const connect = useConnectByToken(id)
  const [typed, setTyped] = useState<string | null>(null)
  const [empty, setEmpty] = useState(false)
  const saved = connection.method === 'token' && !connection.reconnect_required
  const value = saved ? typed : (typed ?? '')

  const errors = useMemo((): FormErrors => {
    const beside = (words: string) => ({ fields: { token: words } })
    if (empty) return beside(t('book_lists.token_missing'))
    if (!connect.error) return { fields: {} }
    const code = connect.error instanceof ApiError ? connect.error.code : ''
    if (code === 'token_rejected') return beside(t('book_lists.token_rejected'))
    if (code === 'upstream_failed') return beside(t('book_lists.unreachable'))
    if (code === 'validation') return beside(t('book_lists.token_wrong'))
    return { fields: {}, form: errorText(t, connect.error) }
  }, [t, empty, connect.error])

  function change(next: string | null) {
    setTyped(next)
    setEmpty(false)
    if (!connect.isPending) connect.reset()
  }

  function submit() {
    const token = value?.trim() ?? ''
    setEmpty(token === '')
    if (token === '' || connect.isPending) return
    connect.mutate({ token, revision: connection.revision }, { onSuccess: () => setTyped(null) })
  }

  return (
    <Form onSubmit={submit} errors={errors.fields}>
      {errors.form && <Notice tone="danger">{errors.form}</Notice>}
      <SecretField
        label={t('book_lists.token')}
        name="token"
        saved={saved}
        value={value}
        error={errors.fields['token']}
        hint={value === null ? undefined : t('book_lists.token_hint')}
        onChange={change}
      />
      {value === null ? (
        <SavedMark shown={connect.isSuccess} />
      ) : (
        <SaveRow saving={connect.isPending} saved={connect.isSuccess} label={t('book_lists.test_and_save')}>
          <OutsideLink href={TOKEN_PAGE}>{t('book_lists.get_token')}</OutsideLink>
        </SaveRow>
      )}
    </Form>
  )
}
