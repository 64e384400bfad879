interface Person {
  id: number
  username: string
  role: string
  child: boolean
}

/** 2:4.12: whom an admin can let use a box. Admins always may, and kids accounts never. */
export function grantablePeople<P extends Person>(people: readonly P[]): P[] {
  return people.filter(({ role, child }) => role !== 'admin' && !child)
}
