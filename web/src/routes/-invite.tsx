import type { UserSummary } from '@foyer/contract/users'
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { InviteDialog } from '#features/connect/invite-dialog.tsx'
import { instancesQuery } from '#features/instances/api.ts'
import { PolicyChoice } from '#features/kids-policy/policy-choice.tsx'
import { LibraryFields } from '#features/users/libraries/library-fields.tsx'
import { findByName } from '#features/users/list/user-search.ts'
import { ReadFailure } from '#lib/read-failure.tsx'
import { Skeleton } from '#ui/skeleton.tsx'

interface InviteProps {
  serverName: string
  users: readonly UserSummary[]
  open: boolean
  onOpenChange: (open: boolean) => void
}

/** The invite dialog with the option editors of other slices. */
export function Invite({ serverName, users, open, onOpenChange }: InviteProps) {
  const navigate = useNavigate()
  const instances = useQuery({ ...instancesQuery(), enabled: open })
  return (
    <InviteDialog
      serverName={serverName}
      open={open}
      onOpenChange={onOpenChange}
      findKnown={name => findByName(users, name)?.username}
      onVisit={id => void navigate({ to: '/users/$user_id', params: { user_id: String(id) } })}
      renderKids={(wish, onChange) => (
        <PolicyChoice policy={wish.policy} onChange={policy => onChange({ policy })} />
      )}
      renderLibraries={(wish, onChange) => {
        if (instances.data) {
          const choice = { pins: wish.pins, grants: wish.grants }
          return <LibraryFields instances={instances.data} choice={choice} onChange={onChange} />
        }
        if (!instances.isError) return <Skeleton className="h-24" />
        return <ReadFailure of={instances} compact />
      }}
    />
  )
}
