import { useSession } from '#lib/api.ts'

/** The total of a list. The provider also counts what the account's limits hide, so limited accounts get none. */
export function useTotal(reported: number | undefined): number | undefined {
  const user = useSession()?.user
  return user?.child || user?.content_limits ? undefined : reported
}
