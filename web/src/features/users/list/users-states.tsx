import { RowSkeleton } from '#ui/skeleton.tsx'

/** The typical number of users. */
export function UsersWaiting() {
  return (
    <div aria-busy className="divide-y divide-line rounded-card border border-line bg-surface px-4 sm:px-5">
      {Array.from({ length: 4 }, (_, row) => (
        <RowSkeleton key={row} />
      ))}
    </div>
  )
}
