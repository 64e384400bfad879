export type Labels = Readonly<Record<string, string>>

export interface Sample {
  /** What a histogram appends to its name. */
  suffix?: '_bucket' | '_sum' | '_count'
  labels?: Labels
  value: number
}

/** One figure with a sample for each combination of its labels. */
export interface Figure {
  name: string
  help: string
  type: 'counter' | 'gauge' | 'histogram'
  samples: readonly Sample[]
}

export const PROMETHEUS_TEXT = 'text/plain; version=0.0.4; charset=utf-8'

/** The text format 0.0.4 of Prometheus. */
export function prometheusText(figures: readonly Figure[]): string {
  const lines: string[] = []
  for (const { name, help, type, samples } of figures) {
    lines.push(`# HELP ${name} ${escapeHelp(help)}`, `# TYPE ${name} ${type}`)
    for (const { suffix = '', labels, value } of samples) {
      lines.push(`${name}${suffix}${labelText(labels)} ${numberText(value)}`)
    }
  }
  return `${lines.join('\n')}\n`
}

function labelText(labels: Labels = {}): string {
  const pairs = Object.entries(labels).map(([name, value]) => `${name}="${escapeLabel(value)}"`)
  return pairs.length > 0 ? `{${pairs.join(',')}}` : ''
}

function escapeHelp(text: string): string {
  return text.replaceAll('\\', '\\\\').replaceAll('\n', '\\n')
}

function escapeLabel(text: string): string {
  return escapeHelp(text).replaceAll('"', '\\"')
}

function numberText(value: number): string {
  if (Number.isNaN(value)) return 'NaN'
  if (!Number.isFinite(value)) return value > 0 ? '+Inf' : '-Inf'
  return String(value)
}
