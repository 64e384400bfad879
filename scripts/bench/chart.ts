import type { Comparison } from './load.ts'

const BAR_HEIGHT = 28
const LABEL_WIDTH = 330
const BAR_WIDTH = 360

/** A bar per case: our throughput as a share of bare node:http in the same run. */
export function drawChart(cases: readonly Comparison[]): string {
  const height = cases.length * (BAR_HEIGHT + 12) + 40
  const rows = cases.map(({ name, ratio, ours }, i) => {
    const y = 28 + i * (BAR_HEIGHT + 12)
    const width = Math.min(1, ratio) * BAR_WIDTH
    const words = `${ratio.toFixed(2)} (${Math.round(ours.per_second)}/s)`
    return `<text x="0" y="${y + 19}">${name}</text>
<rect x="${LABEL_WIDTH}" y="${y}" width="${BAR_WIDTH}" height="${BAR_HEIGHT}" fill="#8884" rx="6"/>
<rect x="${LABEL_WIDTH}" y="${y}" width="${width.toFixed(1)}" height="${BAR_HEIGHT}" fill="#b9842f" rx="6"/>
<text x="${LABEL_WIDTH + BAR_WIDTH + 12}" y="${y + 19}">${words}</text>`
  })
  return `<svg xmlns="http://www.w3.org/2000/svg" width="860" height="${height}" viewBox="0 0 860 ${height}"
 font-family="system-ui, sans-serif" font-size="14" fill="#8a8494">
<text x="${LABEL_WIDTH}" y="16">share of bare node:http, same bytes, same run</text>
${rows.join('\n')}
</svg>
`
}
