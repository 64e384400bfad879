import { mutationOptions, type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query'

export interface OptimisticChange<Saved, Change> {
  /** Key of the query that shows the saved state. */
  queryKey: readonly string[]
  save: (change: Change) => Promise<Saved>
  /** The expected state after the change. */
  applied: (saved: Saved, change: Change) => Saved
  /** Slices whose queries change once it is saved. */
  stales: readonly string[]
}

/** For switches that save as soon as they are moved; moving one back is the undo. */
export function useOptimisticChange<Saved, Change>(change: OptimisticChange<Saved, Change>) {
  return useMutation(optimisticChange(useQueryClient(), change))
}

/**
 * The loaded state with all unsaved changes applied. A live event may trigger a refetch that is older than the last
 * press.
 */
export function underChanges<Saved, Change>(
  queries: QueryClient,
  { queryKey, applied }: Pick<OptimisticChange<Saved, Change>, 'queryKey' | 'applied'>,
  read: Saved,
): Saved {
  const pending = queries.getMutationCache().findAll({ mutationKey: queryKey, status: 'pending' })
  // Mutations with this key are only created below, and only with changes.
  return pending.reduce((shown, { state }) => applied(shown, state.variables as Change), read)
}

/**
 * Changes to one resource are saved one after the other, in the order they were made. Only the last answer is shown,
 * because earlier ones do not include later changes. A failure is rolled back and the saved state refetched.
 */
export function optimisticChange<Saved, Change>(
  queries: QueryClient,
  { queryKey, save, applied, stales }: OptimisticChange<Saved, Change>,
) {
  const isLast = () => queries.isMutating({ mutationKey: queryKey }) === 1
  return mutationOptions({
    mutationKey: queryKey,
    scope: { id: queryKey.join('/') },
    mutationFn: save,
    onMutate: async (change: Change) => {
      await queries.cancelQueries({ queryKey })
      const before = queries.getQueryData<Saved>(queryKey)
      queries.setQueryData<Saved>(queryKey, saved => saved && applied(saved, change))
      return { before }
    },
    onError: (_error, _change, shown) => {
      if (!isLast()) return
      queries.setQueryData(queryKey, shown?.before)
      void queries.invalidateQueries({ queryKey })
    },
    onSuccess: async saved => {
      // A refetch started before this answer would overwrite it with older data.
      if (isLast()) await queries.cancelQueries({ queryKey })
      if (isLast()) queries.setQueryData(queryKey, saved)
      for (const slice of stales) void queries.invalidateQueries({ queryKey: [slice] })
    },
  })
}
