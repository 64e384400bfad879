import { mutationOptions, type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query'

export interface OptimisticChange<Saved, Change> {
  /** Of the query that shows what is saved. */
  queryKey: readonly string[]
  save: (change: Change) => Promise<Saved>
  /** How it will look, as far as this page can tell. */
  applied: (saved: Saved, change: Change) => Saved
  /** Slices whose queries read something else once it is saved. */
  stales: readonly string[]
}

/** A switch moves under the finger and is saved as it is moved; turning it back is the undo. */
export function useOptimisticChange<Saved, Change>(change: OptimisticChange<Saved, Change>) {
  return useMutation(optimisticChange(useQueryClient(), change))
}

/**
 * What was read, with the changes upon it that are still on their way: the server says to every page that something
 * changed, and the answer to that question may be older than the last press.
 */
export function underChanges<Saved, Change>(
  queries: QueryClient,
  { queryKey, applied }: Pick<OptimisticChange<Saved, Change>, 'queryKey' | 'applied'>,
  read: Saved,
): Saved {
  const pending = queries.getMutationCache().findAll({ mutationKey: queryKey, status: 'pending' })
  // Mutations of this key are made below, of changes alone.
  return pending.reduce((shown, { state }) => applied(shown, state.variables as Change), read)
}

/**
 * Changes of one thing are saved one after the other, in the order of the presses. Only the last answer is shown:
 * an earlier one knows nothing of what was moved since. A failure is undone, and what is saved is asked for again.
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
      // A question that was asked before this answer would put an older one over it.
      if (isLast()) await queries.cancelQueries({ queryKey })
      if (isLast()) queries.setQueryData(queryKey, saved)
      for (const slice of stales) void queries.invalidateQueries({ queryKey: [slice] })
    },
  })
}
