import type { Instance } from '@foyer/contract/instances/instances'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { SectionCard } from '#ui/card.tsx'
import { instancesQuery, useUpdateInstance } from '../api.ts'
import { ConnectionForm } from './connection-form.tsx'
import { changeOf } from './instance-draft.ts'

/** The connection of a saved instance. */
export function ConnectionCard({ instance }: { instance: Instance }) {
  const { t } = useTranslation()
  const update = useUpdateInstance(instance.id)
  const { data: all } = useQuery(instancesQuery())
  // After a save, the form starts over from the answer, so that a typed key becomes "Saved". Not from `instance`,
  // which is not updated yet at that moment.
  const [begun, setBegun] = useState({ round: 0, from: instance })
  const form = useRef<HTMLDivElement>(null)
  useEffect(() => {
    // The pressed button went with the form before; the one in its place has the focus.
    if (begun.round === 0 || document.activeElement !== document.body) return
    form.current?.querySelector<HTMLElement>('[type="submit"]')?.focus({ preventScroll: true })
  }, [begun.round])
  return (
    <SectionCard title={t('instances.card.connection')} text={t('instances.card.connection_text')}>
      <div ref={form}>
        <ConnectionForm
          key={begun.round}
          from={begun.from}
          type={instance.service_type}
          instance={instance}
          siblings={all?.filter(one => one.service_type === instance.service_type)}
          saving={update.isPending}
          saved={update.isSuccess}
          failure={update.error}
          onEdit={() => {
            if (update.isSuccess) update.reset()
          }}
          onSave={draft =>
            update.mutate(changeOf(instance, draft), {
              onSuccess: saved => setBegun(({ round }) => ({ round: round + 1, from: saved })),
            })
          }
        />
      </div>
    </SectionCard>
  )
}
