/**
 * The metadata provider's languages, as of `GET /configuration/languages`, without `xx` (no language). Built in, so
 * that a choice can be checked without calling the provider.
 */
const CATALOG_LANGUAGES =
  'aa ab ae af ak am an ar as av ay az ba be bg bi bm bn bo br bs ca ce ch cn co cr cs cu cv cy da de dv dz ee el ' +
  'en eo es et eu fa ff fi fj fo fr fy ga gd gl gn gu gv ha he hi ho hr ht hu hy hz ia id ie ig ii ik io is it iu ' +
  'ja jv ka kg ki kj kk kl km kn ko kr ks ku kv kw ky la lb lg li ln lo lt lu lv mg mh mi mk ml mn mo mr ms mt my ' +
  'na nb nd ne ng nl nn no nr nv ny oc oj om or os pa pi pl ps pt qu rm rn ro ru rw sa sc sd se sg sh si sk sl sm ' +
  'sn so sq sr ss st su sv sw ta te tg th ti tk tl tn to tr ts tt tw ty ug uk ur uz ve vi vo wa wo xh yi yo za zh zu'

/** The regional translations it maintains, as of `GET /configuration/primary_translations`. */
const CATALOG_TRANSLATIONS =
  'af-ZA ar-AE ar-SA be-BY bg-BG bn-BD ca-ES ch-GU cn-CN cs-CZ cy-GB da-DK de-AT de-CH de-DE el-GR en-AU en-CA ' +
  'en-GB en-IE en-NZ en-US eo-EO es-ES es-MX et-EE eu-ES fa-IR fi-FI fr-CA fr-FR ga-IE gd-GB gl-ES he-IL hi-IN ' +
  'hr-HR hu-HU id-ID it-IT ja-JP ka-GE kk-KZ kn-IN ko-KR ky-KG lt-LT lv-LV ml-IN mr-IN ms-MY ms-SG nb-NO nl-BE ' +
  'nl-NL no-NO pa-IN pl-PL pt-BR pt-PT ro-RO ru-RU si-LK sk-SK sl-SI sq-AL sr-RS sv-SE ta-IN te-IN th-TH tl-PH ' +
  'tr-TR uk-UA vi-VN zh-CN zh-HK zh-SG zh-TW zu-ZA'

/** Languages that are written in two ways, so that pages may be in either, whatever the region. */
const BY_SCRIPT = 'az-Cyrl az-Latn pa-Arab pa-Guru sr-Cyrl sr-Latn uz-Cyrl uz-Latn zh-Hans zh-Hant'

/** Every tag that somebody can choose, and that a folder of translations can have (C58). */
export const LANGUAGES: readonly string[] = [CATALOG_LANGUAGES, CATALOG_TRANSLATIONS, BY_SCRIPT].flatMap(
  tags => tags.split(' '),
)

const known = new Map(LANGUAGES.map(tag => [tag.toLowerCase(), tag]))

/** The tag in its usual spelling: case does not matter in BCP 47. Undefined: unknown. */
export function knownLanguage(tag: string): string | undefined {
  return known.get(tag.toLowerCase())
}

/**
 * The language of these that serves a reader best: the same tag, then the same language in the same script, without
 * a region before with another. Undefined: none.
 */
export function closestLanguage<T extends string>(tag: string, offered: readonly T[]): T | undefined {
  const wanted = tag.toLowerCase()
  const exact = offered.find(one => one.toLowerCase() === wanted)
  if (exact !== undefined) return exact
  const written = asWritten(wanted)
  const same = offered.filter(one => written !== undefined && asWritten(one) === written)
  return same.find(one => !one.includes('-')) ?? same[0]
}

/** Language and script, because readers in Taiwan and in China need different scripts. Undefined: not a tag. */
function asWritten(tag: string): string | undefined {
  try {
    const { language, script } = new Intl.Locale(tag).maximize()
    return `${language}-${script ?? ''}`
  } catch {
    // The constructor answers nonsense, such as a browser's `*`, with a RangeError.
    return undefined
  }
}

/** Names of its own that the runtime adds to those of IANA; what `BST` or `IST` means differs from place to place. */
const OF_THE_RUNTIME = new Set(
  'ACT AET AGT ART AST BET BST CAT CNT CST CTT EAT ECT IET IST JST MIT NET NST PLT PNT PRT PST SST VST'.split(
    ' ',
  ),
)

/** A name of the IANA time zone database. Offsets such as `+01:00` are not names. */
export function isTimezone(name: string): boolean {
  if (!/^[A-Za-z][A-Za-z0-9_+/-]{0,63}$/.test(name)) return false
  if (OF_THE_RUNTIME.has(name.toUpperCase()) || /^SystemV\//i.test(name)) return false
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }) instanceof Intl.DateTimeFormat
  } catch {
    // The constructor answers an unknown zone with a RangeError.
    return false
  }
}
