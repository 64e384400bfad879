import type { RequestResponse } from '@foyer/contract/requests'
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { configQuery } from '#features/app-config/api.ts'
import { showQuery } from '#features/discover-screen/api.ts'
import type { AskedFor } from '#features/requests/ask-for.ts'
import { RequestSheet } from '#features/requests/request-sheet.tsx'
import { titleStatusQuery } from '#features/title-status/api.ts'
import { usersQuery } from '#features/users/api.ts'
import { useSession } from '#lib/api.ts'
import { librariesFor } from '#lib/libraries.ts'
import { toast } from '#ui/toast-store.ts'

interface RequestHostProps {
  title: AskedFor
  open: boolean
  onClose: () => void
}

/** The request sheet, composed of what the slices know of the title, its libraries and the household. */
export function RequestHost({ title, open, onClose }: RequestHostProps) {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const user = useSession()?.user
  const { data: config } = useQuery(configQuery())
  const own = librariesFor(config, title.media_type)
  const [chosen, setChosen] = useState(title.instance_id)
  const usual = own.find(library => library.is_default) ?? own[0]
  const instance_id = chosen ?? (own.length > 1 ? usual?.id : undefined)
  const { media_type, tmdb_id } = title
  const status = useQuery(titleStatusQuery({ media_type, tmdb_id, instance_id }))
  const is_show = media_type === 'tv'
  const show = useQuery({ ...showQuery(String(tmdb_id)), enabled: is_show })
  const asks_for_others = user?.permissions.includes('requests:manage') ?? false
  const users = useQuery({ ...usersQuery(), enabled: asks_for_others })

  function tell(answer: RequestResponse) {
    onClose()
    const word = answer.status === 'pending' || answer.status === 'available' ? answer.status : 'requested'
    toast(t(`requests.asked.${word}`, { title: title.name }), {
      tone: 'ok',
      action: {
        label: t('requests.show'),
        run: () => void navigate({ to: '/requests', search: { open: answer.request_id } }),
      },
    })
  }

  return (
    <RequestSheet
      open={open}
      onOpenChange={next => {
        if (!next) onClose()
      }}
      title={title}
      seasons={is_show ? show.data?.seasons : undefined}
      answer={status.data}
      libraries={own.map(library => ({
        ...library,
        status: status.data?.instance_statuses?.[library.id],
      }))}
      instance_id={instance_id}
      onLibrary={setChosen}
      people={asks_for_others ? (users.data ?? []).filter(({ id }) => id !== user?.id) : []}
      onAsked={tell}
    />
  )
}
