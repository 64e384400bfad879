import type { Instance } from '@foyer/contract/instances/instances'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { errorText } from '#lib/error-text.ts'
import { Notice } from '#ui/notice.tsx'
import { RowList } from '#ui/row-link.tsx'
import { useReorder } from '../api.ts'
import { moveInstance } from './instance-order.ts'
import { InstanceRow } from './instance-row.tsx'
import { byKind, type Kind } from '../products.ts'

/** All instances, grouped by kind. */
export function InstanceList({ instances }: { instances: readonly Instance[] }) {
  const { t } = useTranslation()
  const [announcement, setAnnouncement] = useState('')
  const reorder = useReorder()

  function move(group: readonly Instance[], { id, name, service_type }: Instance, by: -1 | 1) {
    const siblings = group.filter(one => one.service_type === service_type)
    const changes = moveInstance(siblings, id, by)
    if (changes.length === 0 || reorder.isPending) return
    reorder.mutate(changes)
    const place = siblings.findIndex(one => one.id === id) + by + 1
    setAnnouncement(t('instances.list.moved', { name, place, count: siblings.length }))
  }

  return (
    <div className="flex flex-col gap-6 lg:gap-8">
      {reorder.error && <Notice tone="danger">{errorText(t, reorder.error)}</Notice>}
      {byKind(instances).map(({ kind, instances: group }) => (
        <KindGroup key={kind} kind={kind} group={group} onMove={(one, by) => move(group, one, by)} />
      ))}
      <output className="sr-only">{announcement}</output>
    </div>
  )
}

interface KindGroupProps {
  kind: Kind
  group: readonly Instance[]
  onMove: (instance: Instance, by: -1 | 1) => void
}

function KindGroup({ kind, group, onMove }: KindGroupProps) {
  const { t } = useTranslation()

  function move(one: Instance, by: -1 | 1) {
    const pressed = document.activeElement
    onMove(one, by)
    // A moved row loses the focus, so it is focused again for the next press.
    requestAnimationFrame(() => {
      if (pressed instanceof HTMLElement && pressed.isConnected) pressed.focus()
    })
  }

  return (
    <section className="flex flex-col gap-3">
      <h2 className="text-base font-semibold">{t(`instances.kind.${kind}`)}</h2>
      <RowList>
        {group.map(one => {
          const siblings = group.filter(other => other.service_type === one.service_type)
          const at = siblings.indexOf(one)
          return (
            <InstanceRow
              key={one.id}
              instance={one}
              ordered={siblings.length > 1}
              onUp={at > 0 ? () => move(one, -1) : undefined}
              onDown={at < siblings.length - 1 ? () => move(one, 1) : undefined}
            />
          )
        })}
      </RowList>
    </section>
  )
}
