/**
 * For `onSettled`: reads again what a change touched. A success is shown together with it. A failure is shown at once: a
 * server that failed may be slow to answer more, or not answer at all.
 */
export function readAgain(read: () => Promise<unknown>) {
  return (_answer: unknown, error: Error | null): Promise<unknown> | undefined => {
    const reading = read()
    return error ? undefined : reading
  }
}
