import type { ServiceType } from '@foyer/contract/instances/instance-types'
import type { Instance } from '@foyer/contract/instances/instances'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { FormSkeleton } from '#ui/form-skeleton.tsx'
import { instancesQuery, useCreateInstance } from '../api.ts'
import { ConnectionForm } from './connection-form.tsx'
import { bodyOf } from './instance-draft.ts'

interface NewInstanceProps {
  type: ServiceType
  onCreated: (instance: Instance) => void
  cancel?: ReactNode
}

/** The form for a new instance of a type. */
export function NewInstance({ type, onCreated, cancel }: NewInstanceProps) {
  const create = useCreateInstance()
  const { data: all, isPending } = useQuery(instancesQuery())
  // Waits for the existing names; if they cannot be loaded, the form is shown anyway.
  if (isPending) return <FormSkeleton fields={3} />
  return (
    <ConnectionForm
      type={type}
      siblings={all?.filter(one => one.service_type === type)}
      saving={create.isPending}
      saved={create.isSuccess}
      failure={create.error}
      onSave={draft => create.mutate(bodyOf(type, draft), { onSuccess: onCreated })}
      cancel={cancel}
    />
  )
}
