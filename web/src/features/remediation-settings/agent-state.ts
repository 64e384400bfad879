/** Whether the server includes an AI that works; undefined while it is not known. */
export type AiState = 'ready' | 'failing' | 'off' | undefined

/** Whether the agent works. Turned on, it needs the included AI; undefined until that is known. */
export function agentState(enabled: boolean, ai: AiState): 'on' | 'off' | undefined {
  if (!enabled) return 'off'
  return ai && (ai === 'ready' ? 'on' : 'off')
}
