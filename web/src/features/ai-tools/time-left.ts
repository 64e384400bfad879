import type { ToolDebug } from '@foyer/contract/tool-access/ai-tools'

/** Whole seconds until the log ends by itself; 0 when it is off or has ended. */
export function secondsLeft(debug: ToolDebug | undefined, now: number): number {
  if (!debug?.enabled || !debug.enabled_until) return 0
  return Math.max(0, Math.ceil((Date.parse(debug.enabled_until) - now) / 1000))
}

/** "1:05:09", or "5:09" in the last hour. */
export function clockText(seconds: number): string {
  const two = (part: number) => String(part).padStart(2, '0')
  const [hours, minutes, rest] = [
    Math.floor(seconds / 3600),
    Math.floor(seconds / 60) % 60,
    two(seconds % 60),
  ]
  return hours > 0 ? `${hours}:${two(minutes)}:${rest}` : `${minutes}:${rest}`
}
