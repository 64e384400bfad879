function shelf(text: string): string[] {
  return text
    .split(/[|\n]/)
    .map(title => title.trim())
    .filter(title => title !== '')
}

export const SHOW_TITLES = {
  drama: shelf(`
    The Ferry Line | Ward Eleven | Halfway House Rules | The Ambassador's Kitchen | Understairs | Ninth Ward Choir
    Salt & Daughters | The Long Weekend | Kingfisher Road | The Bellwether | Paper Kingdom | Motherlode Creek
    The Orchard Trial | Night Porters | Cold Harbour Lane | The Remittance`),
  crime: shelf(`
    Marsh End | The Fenwick Files | Dock Six | Grey Constable | Case Closed, Mostly | The Lindqvane Murders
    Precinct Zero | Loose Ends & Co. | Ashgrove Lane | The Coroner's Assistant | Two Rivers Homicide | Burden of Truth Street
    Cold Ledger | The Small Hours Squad`),
  comedy: shelf(`
    Shared Kitchen | The Parish Council | Accounts Payable | Flatmates of Ill Repute | Gary's Boat | Second Opinion
    The Night Librarians | Lost Property Bureau | Awkward Silences | The Temps of Doom | Mum's Podcast | The Worst Hotel in Wales
    Reception Is Closed | Duck Pond Rangers | Understaffed`),
  scifi: shelf(`
    The Tethys Relay | Archive of Tomorrow | Hollow Earth Radio | Starfall Custodians | The Ninth Dome | Parallax Row
    Colony Seven Minutes | The Thaw Directive | Ghost Latitude | Witchlight County | The Embershore Saga
    Lords of the Low Tide | The Clockwork Heir | Runesmith`),
  action: shelf(`
    Strike Team Osprey | The Smuggler's Coast | Red Kestrel | Border Patrol Zero | Thirteen Blades | Deepwater Rescue
    Runaway Company | The Falcon Brief`),
  kids: shelf(`
    Captain Noodle | The Pebble Pals | Bathtub Pirates | Mimi and the Moon Bus | Wobble Town | Dinosaur Bakery
    Sir Reginald the Rabbit | The Letter Elves | Muddy Boots Club | Tractor Ted's Orchestra`),
  reality: shelf(`
    The Great Shed Challenge | Allotment Wars | Cake or Consequences | My Big Ridiculous Boat | Antiques Ambush
    Strangers on a Barge | The Hat Makers`),
  documentary: shelf(`
    Islands of Wind | Engines That Made Us | The Hidden Canals | Animals After Dark | A History of Almost Everything Lost
    Bakers of the World | Storm Season | Deep Quiet`),
  mystery: shelf(`
    The Vanishing at Pell Lake | Seven Keys to Number Nine | Miss Thistlewood Investigates | The Undertaker's Ledger | Hollow Pines
    What Happened at Number Forty | The Saltmarsh Sleeper | A Murder of Gardeners`),
} as const satisfies Record<string, string[]>

export type ShowShelf = keyof typeof SHOW_TITLES | 'anime'

/** title | original title | language | country | shelf */
export const SHOWS_ABROAD = `
  Ramen Knights | 麺騎士 | ja | JP | anime
  The Lighthouse Alchemist | 灯台の錬金術師 | ja | JP | anime
  Cat Station Zero | 零番猫駅 | ja | JP | anime
  Sword of the Ninth Petal | 九弁の剣 | ja | JP | anime
  My Neighbour Is a Retired Dragon | 隣の元ドラゴン | ja | JP | anime
  Starlight Delivery Club | 星明かり配達部 | ja | JP | anime
  Iron Koi | 鉄鯉 | ja | JP | anime
  Clockwork Shrine Maidens | 歯車巫女 | ja | JP | anime
  Kitchen of a Thousand Ghosts | 千霊の台所 | ja | JP | anime
  The Quiet Exorcist | 静かな祓い師 | ja | JP | anime
  The Seine Murders | Les Noyés du quai Malaquin | fr | FR | crime
  Village Doctor | Le Médecin du plateau | fr | FR | drama
  Dead Harbour | Toter Hafen | de | DE | crime
  The Allotment Colony | Die Laubenkolonie | de | DE | comedy
  House of Seven Winds | La casa de los siete vientos | es | ES | drama
  The Salt Smugglers | Los contrabandistas de sal | es | ES | action
  Second Floor Romance | 이층 로맨스 | ko | KR | drama
  The Night Tutor | 밤의 과외 선생 | ko | KR | mystery
  North of the Ice | Norr om isen | sv | SE | crime
  The Vineyard War | La guerra delle vigne | it | IT | drama`
