export const FIRST_NAMES =
  'Ada Tomas Ines Wilhelm Odette Kofi Marisol Piers Yuki Bram Saoirse Dmitri Leila Casper Nneka Ottoline Ravi Freya Luc Amara Sven Delphine Idris Maud Pascal Zofia Emeka Rosalind Hugo Talia Ansel Beatriz Callum Ngozi Viggo Petra Soren Imogen Farid Greta Mateo Winifred Jun Aurelia Desmond Linnea Oskar Priya Quentin Salome Teodor Umi Verity Xavier Yasmin Zeno Clementine Barnaby Noor Elio'.split(
    ' ',
  )

export const LAST_NAMES =
  'Vell Marrow Okonta Quill Thistlewood Harrowgate Lindqvane Abara Pennywhistle Castellane Drumgoole Ferreira-Holt Grimshawe Haverstock Ishimori Juddock Kestrel Larkspur Montclave Nettleford Ostrander-Li Pemberwick Quennell Ravensdale Sandoval-Reyes Tillinghast Umberto-Nash Vandermoor Whitlocke-Osei Yarrow Zelenko Ashcombe Bellweather Corvane Dunmarrow Eskildsenn Fontainelle Gossamer Hollowell Ivanshire Jessamy Kirkbride-Oyelaran Lovelock-Teng Mirabelle Norwood-Achebe Oakenfull Plimsoll Rookwood Silverthorne Trevanion'.split(
    ' ',
  )

export const CHARACTER_NAMES =
  'Mia|Inspector Hale|Dr. Sato|Old Bertram|Lena|The Stranger|Captain Rourke|Mrs. Pell|Jonah|Ivy|Father Doyle|Sergeant Okafor|Nora|Felix|Aunt Odile|The Ferryman|Rosa|Young Tom|Professor Ames|Dell|Kit|Marguerite|Agent Stroud|Bea|The Landlord|Silas|Juno|Mayor Pritchard|Hana|Otis|Wren|Colonel Varga|Dot|Emil|Sister Agnes|Rafe|Tansy|Mr. Lindt|Cass|The Narrator'.split(
    '|',
  )

export const BIRTHPLACES =
  'Carrow Bay|Upper Tilling|Port Sorrel|Almeria Sur|Lübben am See|Kyobashi Heights|Trastello|Saint Orlo|Dawnhead|Varrow|Corriston|Pell Lake|Halvorsund|New Addle|Santa Brisa'.split(
    '|',
  )

export const COMPANIES: readonly { name: string; origin_country: string }[] = [
  { name: 'Northlight', origin_country: 'US' },
  { name: 'Copper Kettle Pictures', origin_country: 'GB' },
  { name: 'Paper Moon Works', origin_country: 'US' },
  { name: 'Salt & Ember Films', origin_country: 'CA' },
  { name: 'Tin Lantern', origin_country: 'GB' },
  { name: 'Atelier Mistral', origin_country: 'FR' },
  { name: 'Studio Kamome', origin_country: 'JP' },
  { name: 'Halbmond Film', origin_country: 'DE' },
  { name: 'Third Rail Features', origin_country: 'US' },
  { name: 'Blue Heron Media', origin_country: 'US' },
  { name: 'Little Giant Animation', origin_country: 'IE' },
  { name: 'Naranja Alta', origin_country: 'ES' },
  { name: 'Fathom Line', origin_country: 'AU' },
  { name: 'Hanok Street Pictures', origin_country: 'KR' },
]

export const NETWORKS: readonly { name: string; origin_country: string }[] = [
  { name: 'Channel Nine West', origin_country: 'US' },
  { name: 'Streamly', origin_country: 'US' },
  { name: 'Harbour TV', origin_country: 'GB' },
  { name: 'Kanal Nord', origin_country: 'SE' },
  { name: 'Télé Sud', origin_country: 'FR' },
  { name: 'Sakura Broadcasting', origin_country: 'JP' },
  { name: 'Das Dritte', origin_country: 'DE' },
  { name: 'Lumen+', origin_country: 'US' },
]

export const PROVIDERS: readonly { provider_id: number; provider_name: string }[] = [
  { provider_id: 8, provider_name: 'Streamly' },
  { provider_id: 9, provider_name: 'Lumen+' },
  { provider_id: 15, provider_name: 'Foxglove' },
  { provider_id: 337, provider_name: 'Matinee Max' },
  { provider_id: 350, provider_name: 'Orchard TV' },
  { provider_id: 384, provider_name: 'Reelhouse' },
  { provider_id: 531, provider_name: 'Harbour Player' },
  { provider_id: 10, provider_name: 'Penny Rental' },
]

export const KEYWORDS =
  'lost|found family|small town|heist|time loop|lighthouse|based on a radio play|road trip|rivalry|haunted house|coming of age|space colony|robot|secret identity|winter|sea voyage|inheritance|undercover|class reunion|talking animal|dragon|amnesia|courtroom|boarding house|train|revenge|first love|grief|bakery|spy|monster|orchestra|island|detective|desert|sisters|friendship|long night|conspiracy|gardening'.split(
    '|',
  )
