/** Generated pictures, so that the gallery needs no network. */
export function drawnPoster(hue: number, width: number, height: number): string {
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}"><defs><linearGradient id="g" x2="0.4" y2="1"><stop stop-color="hsl(${hue} 45% 42%)"/><stop offset="1" stop-color="hsl(${hue + 40} 55% 14%)"/></linearGradient></defs><rect width="100%" height="100%" fill="url(#g)"/><circle cx="${width * 0.7}" cy="${height * 0.3}" r="${width * 0.22}" fill="hsl(${hue + 20} 70% 70% / .5)"/><path d="M0 ${height * 0.75} Q ${width / 2} ${height * 0.55} ${width} ${height * 0.8} V ${height} H 0Z" fill="hsl(${hue} 50% 8% / .7)"/></svg>`
  return `data:image/svg+xml,${encodeURIComponent(svg)}`
}

export const TITLES = [
  'Dune',
  'The Assassination of Jesse James by the Coward Robert Ford',
  'Über allen Gipfeln ist Ruh',
  'Donaudampfschifffahrtsgesellschaft',
  'الفيل الأزرق',
  'Il était une fois',
  'Severance',
  'Up',
]
