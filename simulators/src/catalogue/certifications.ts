export interface Certification {
  certification: string
  meaning: string
  order: number
}

type CertificationList = Record<string, Certification[]>

function region(text: string): Certification[] {
  return text.split(', ').map(entry => {
    const [certification = '', order = '0'] = entry.split(':')
    const meaning = certification === 'NR' ? 'No rating information.' : `Rated ${certification}.`
    return { certification, meaning, order: Number(order) }
  })
}

// tmdb.md, "Certification traps": arrays come unordered, US has NR at 0, GB TV has a real rating at 0, and the two
// lists do not cover the same regions.
export const MOVIE_CERTIFICATIONS: CertificationList = {
  US: region('R:4, PG:2, NC-17:5, G:1, NR:0, PG-13:3'),
  GB: region('15:5, R18:7, U:1, PG:2, 12A:3, 12:4, 18:6'),
  DE: region('0:1, 6:2, 12:3, 16:4, 18:5'),
  FR: region('U:1, 10:2, 12:3, 16:4, 18:5'),
  CA: region('G:1, PG:2, 14A:3, 18A:4, R:5, A:6'),
  'CA-QC': region('G:1, 13+:2, 16+:3, 18+:4'),
  JP: region('G:1, PG12:2, R15+:3, R18+:4'),
  LU: region('EA:1, 6:2, 12:3, 16:4, 18:5'),
}

export const TV_CERTIFICATIONS: CertificationList = {
  US: region('TV-14:5, TV-Y:1, NR:0, TV-MA:6, TV-G:3, TV-Y7:2, TV-PG:4'),
  GB: region('U:0, PG:1, 12A:2, 12:3, 15:4, 18:5, R18:6'),
  DE: region('0:0, 6:1, 12:2, 16:3, 18:4'),
  FR: region('NR:0, 10:1, 12:2, 16:3, 18:4'),
  CA: region('Exempt:0, C:1, C8:2, G:3, PG:4, 14+:5, 18+:6'),
  PL: region('0:1, 7:2, 12:3, 16:4, 18:5'),
}

/** Level 0 (for all) to 4 (adults) in the words of each region we rate. */
export const MOVIE_LEVELS: Record<string, readonly string[]> = {
  US: ['G', 'PG', 'PG-13', 'R', 'NC-17'],
  GB: ['U', 'PG', '12A', '15', '18'],
  DE: ['0', '6', '12', '16', '18'],
}

export const TV_LEVELS: Record<string, readonly string[]> = {
  US: ['TV-Y', 'TV-G', 'TV-PG', 'TV-14', 'TV-MA'],
  GB: ['U', 'PG', '12', '15', '18'],
  DE: ['0', '6', '12', '16', '18'],
}

export const LANGUAGES: readonly { iso_639_1: string; english_name: string; name: string }[] = [
  { iso_639_1: 'en', english_name: 'English', name: 'English' },
  { iso_639_1: 'de', english_name: 'German', name: 'Deutsch' },
  { iso_639_1: 'fr', english_name: 'French', name: 'Français' },
  { iso_639_1: 'es', english_name: 'Spanish', name: 'Español' },
  { iso_639_1: 'it', english_name: 'Italian', name: 'Italiano' },
  { iso_639_1: 'pt', english_name: 'Portuguese', name: 'Português' },
  { iso_639_1: 'sv', english_name: 'Swedish', name: 'svenska' },
  { iso_639_1: 'da', english_name: 'Danish', name: 'Dansk' },
  { iso_639_1: 'pl', english_name: 'Polish', name: 'Polski' },
  { iso_639_1: 'ja', english_name: 'Japanese', name: '日本語' },
  { iso_639_1: 'ko', english_name: 'Korean', name: '한국어/조선말' },
  { iso_639_1: 'zh', english_name: 'Mandarin', name: '普通话' },
  { iso_639_1: 'hi', english_name: 'Hindi', name: 'हिन्दी' },
]

export const REGIONS: readonly { iso_3166_1: string; english_name: string; native_name: string }[] = [
  { iso_3166_1: 'US', english_name: 'United States of America', native_name: 'United States' },
  { iso_3166_1: 'GB', english_name: 'United Kingdom', native_name: 'United Kingdom' },
  { iso_3166_1: 'DE', english_name: 'Germany', native_name: 'Deutschland' },
  { iso_3166_1: 'FR', english_name: 'France', native_name: 'France' },
  { iso_3166_1: 'CA', english_name: 'Canada', native_name: 'Canada' },
  { iso_3166_1: 'JP', english_name: 'Japan', native_name: 'Japan' },
  { iso_3166_1: 'ES', english_name: 'Spain', native_name: 'Spain' },
  { iso_3166_1: 'SE', english_name: 'Sweden', native_name: 'Sweden' },
  { iso_3166_1: 'KR', english_name: 'South Korea', native_name: 'South Korea' },
]
