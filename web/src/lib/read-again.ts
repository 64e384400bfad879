/**
 * For `onSettled`: reads again what a change touched. A success is shown together with it. A failure is shown at once: a
 * server that failed may be slow to answer more, or not answer at all.
 */
export function readAgain(read: () => Promise<unknown>) {
  return <Answer, Failure>(_answer: Answer, error: Failure): Promise<unknown> | undefined => {
    const reading = read()
    return error ? undefined : reading
  }
}
