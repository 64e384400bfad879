/** Titles are written by hand, one shelf of the video shop at a time; none is known to exist. */
function shelf(text: string): string[] {
  return text
    .split(/[|\n]/)
    .map(title => title.trim())
    .filter(title => title !== '')
}

export const MOVIE_TITLES = {
  family: shelf(`
    The Kite Who Feared Tuesdays | Pocket Whale | Marmalade and the Moon | The Snail Post | Button Street
    A Hedgehog Abroad | The Umbrella Orchestra | Grandmother's Submarine | Nine Lives of Admiral Biscuit
    The Littlest Lamplighter | Crumb the Brave | The Dragon Upstairs | Teacup Harbour | Professor Puddle's Weather
    The Owl Who Sold Hours | Wooden Tiger Summer | Pim and the Paper Fleet | Our Goat Is the Mayor
    The Attic Menagerie | Sugar Bridge | How to Mend a Cloud | The Nightlight Brigade`),
  comedy: shelf(`
    Seven Weddings and a Ferret | The Understudy's Understudy | Mild Panic in Aisle Nine | Best Man, Worst Day
    The Accidental Bishop | Two Landlords | Return to Sender's House | The Department of Lost Gloves
    Uncle Basil Retires Again | A Modest Heist | The Wrong Choir | Half-Board in Calamari | Honey, Who Is Gerald?
    Slightly Famous | The Great Sandwich Disagreement | Polite Society Rugby | My Landlady the Spy
    Overbooked in Ostend | The Temp Who Ran Norway | Karaoke Funeral | Eleven Minutes of Fame | Budget Airline
    The Caravan Inheritance`),
  romance: shelf(`
    Letters to the Ninth Floor | The Cartographer's Wife's Garden | Slow Train to Almeria Sur | Salt on the Piano
    Every Second Thursday | The Lighthouse Keeper's Tango | Borrowed Umbrellas | After the Orchard
    A Window in Trastello | Lemon Season | The Year We Rented Paris | Quiet Hours at the Aquarium
    What the Tide Returned | Postcards from Nowhere Near | The Apartment Between Us | Two Tickets, One Storm
    The Florist Has Questions | Marigold Standard Time | Unsent, With Love | The Last Dance at Pier Six`),
  drama: shelf(`
    The Paper Lighthouse | Ash Wednesday Market | A Chair for My Father | The Weight of Snowfall | Low Water
    The Cellist of Carrow Street | Small Hours, Big House | Inheritance of Dust | The Violet Ledger | Bread and Static
    All the Quiet Rooms | The Swimmer at Dawnhead | An Honest Winter | Hollow Reed | Where the Pylons End
    The Beekeeper's Testimony | Third Shift at the Cannery | Northbound Platform | The Interpreter of Rain | Tenement Spring
    The Long Goodnight of Alma Voss | Glass Harvest | The Unpaid Debt | Sixty Summers | Her Father's Ferry
    A House with No Clocks | Salt Inspector | What We Owe the River`),
  thriller: shelf(`
    The Ninth Witness | Dead Letter Office Hours | Cold Signal | The Locksmith's Alibi | Vanishing Order
    Blind Corner, Left Lane | The Quiet Passenger | No Forwarding Address | Eleven Steps Down | The Copyist | Red Channel
    A Voice in Stairwell B | The Salt Protocol | Borrowed Face | Trespass Hour | The Auditor Arrives at Noon | Black Ice Bulletin
    Unlisted Number Seven | The Sleepwalker's Key | Dead Reckoning Road | Third Floor, No Lights | The Understanding`),
  crime: shelf(`
    The Pigeon Loft Job | Nine Fingers Malone | Copper and Rain | The Fence of Saint Orlo | Cheap Diamonds
    A Good Day to Fold | Larceny Lane | The Bookmaker's Daughter | Hot Type | Sunday Safecrackers
    Eastbound Ghosts | The Velvet Syndicate | Two Kings, No Queen | Canal Street Confidential | The Honest Forger
    Loaded Dice in Lisbon Bay | The Last Numbers Man | Midnight Ledger`),
  action: shelf(`
    Iron Meridian | Freefall Protocol | The Courier of Kestrel Pass | Hard Lock | Throttle Saints | Ember Division
    Nightfall Express | Zero Latitude | The Hammer of Calder Bay | Last Convoy | Crosswind Alley | Silver Talon
    The Bridge at Kharsa | Full Burn | Rogue Tide | Six Seconds Late | Steel Monsoon | The Overpass Gang
    The Extraction of Dr. Imre Sandor | Thunder Clause | Breakwater Nine`),
  scifi: shelf(`
    The Last Cartographer of Mars | Salt Moon | Orbital Decay Insurance | A Garden for Europa | The Long Relay
    Tomorrow's Lodger | Second Gravity | The Memory Tariff | Quiet Colony | Echo Array | The Android Wore Tweed
    Perihelion Blues | The Museum of Unlived Days | Ninth Sun Rising | Cobalt Sleep | The Static Between Stars
    Ferryman of Titan | Glasshouse Planet | Parallel Mrs. Ortega | The Clockwork Comet | Light Debt
    Zero Hour Astronomers | Deep Field Choir`),
  horror: shelf(`
    The Wallpaper Knows | Candle for the Drowned | Hush Orchard | The Eleventh Stair | Mother Thornback
    Do Not Feed the Choir | The Well at Addlestrop | Bone Lullaby | What Wears Her Coat | Low Ceiling
    The Visiting Hour Is Over | Teeth of Winter | Marrow House | A Doll for Every Room | The Harvest Guest | Nocturne in Mud
    They Hum at Night | The Cellar Almanac | Pale Congregation | Undertow Manor`),
  fantasy: shelf(`
    The Cloudbreaker's Apprentice | Queen of Thistle and Tar | The Seventh Bell of Orrin | Lanternwright
    A Crown for the River King | The Glass Falconer | Songs of the Salt Giants | The Map That Dreamed
    Hollow Crown, Heavy Sea | The Moth Prince | Embers of Ysolde Keep | The Tin Oracle | Wolf-Mother Winter
    Under the Amber Forest | The Spellwright's Debt | Nine Doors to Morrow | The Antler Throne`),
  mystery: shelf(`
    The Vicar's Alibi | Murder at the Marzipan Hotel | Who Painted Mrs. Pell? | The Footnote Killer
    A Corpse in the Conservatory Choir | The Train Was Never Late | Inspector Dunmore Declines | The Empty Tea Chest
    Poison in the Prize Marrows | The Clue in Platform Three | The Hatpin Affair | Fog over Cadogan Steps
    Mr. Abernathy's Second Will | The Silent Gramophone | Death Takes the Ferry`),
  history: shelf(`
    The Siege of Varrow | Ink and Powder | The Queen's Astronomer | Winter Regiment | A Flag for Corriston
    The Signal Men | Daughters of the Foundry | The Cartwright Rebellion | Letters from the Salt Front
    The Mapmaker's War | Harbour of Bells | The Thirteenth Delegate | Barley and Gunsmoke | The Glass Armada`),
  western: shelf(`
    Dust Devil Sermon | The Preacher Rode Alone | Copperhead Crossing | A Coffin for Sheriff Lark
    Last Train to Desolation Wells | The Widow Buys a Horse | Seven Miles of Bad Fence | Sundown at Mercy Creek
    The Telegraph Rider | No Water in Paradise`),
  documentary: shelf(`
    The Secret Life of Roundabouts | Cheese: A Human History | Tide Tables | The Men Who Repair Bells
    Forty Thousand Pigeons | Concrete Summer | The Last Typewriter Shop | Moss, Slowly | How the Accordion Crossed the Sea
    A Year Inside the Glacier | Night Bus to Everywhere | The Great Lawn Chair Regatta | Ordinary Cathedrals | Bread Alone
    Signals from the Seabed`),
  music: shelf(`
    The Ballad of Dusty Calloway | Brass Band Summer | One More for the Basement | Velvet Static | The Tuning Fork
    Encore at the Bluebird Laundry | Drum Solo for Two Sisters | The Songbird Strike | Vinyl Hearts | Off-Key in Upper Tilling`),
} as const satisfies Record<string, string[]>

export type MovieShelf = keyof typeof MOVIE_TITLES

/** title | original title | language | country | shelf */
export const MOVIES_ABROAD = `
  The Umbrella Maker of Kyobashi | 京橋の傘職人 | ja | JP | drama
  Summer of the Paper Carp | 紙の鯉の夏 | ja | JP | family
  The Ghost Who Ran a Noodle Bar | 幽霊ラーメン横丁 | ja | JP | comedy
  Steel Petals | 鋼の花びら | ja | JP | action
  The Baker of Rue Sans-Souci | Le Boulanger de la rue Sans-Souci | fr | FR | comedy
  A Summer Without Telephones | Un été sans téléphone | fr | FR | romance
  The Glass Nephew | Le Neveu de verre | fr | FR | mystery
  Before the Harvest Ball | Avant le bal des moissons | fr | FR | drama
  The Clockmaker of Lübben | Der Uhrmacher von Lübben | de | DE | drama
  Night Shift at the Zeppelin Museum | Nachtschicht im Luftschiffmuseum | de | DE | comedy
  Cold Border | Kalte Grenze | de | DE | thriller
  The Last Tram to Moabitz | Die letzte Bahn nach Moabitz | de | DE | crime
  The Widow's Orange Grove | El naranjal de la viuda | es | ES | drama
  Seven Bulls and a Bicycle | Siete toros y una bicicleta | es | ES | comedy
  Shadow over Santa Brisa | Sombra sobre Santa Brisa | es | MX | horror
  The Cartel Accountant | El contable | es | MX | crime
  The Apartment Above the Sea | 바다 위의 아파트 | ko | KR | thriller
  My Mother's Taxi | 엄마의 택시 | ko | KR | drama
  The Eleventh Floor Tenant | 십일층 세입자 | ko | KR | horror
  Sunday at the Tripe Stall | Domenica al banco della trippa | it | IT | comedy
  The Bell Tower Affair | Il caso del campanile | it | IT | mystery
  A Little Winter Light | Ett litet vinterljus | sv | SE | drama
  The Moose Who Voted | Älgen som röstade | sv | SE | comedy
  The Fog Reader | Tågeläseren | da | DK | thriller
  Boats Made of Sugar | Barcos de açúcar | pt | BR | romance
  The Samba Inspector | O inspetor do samba | pt | BR | comedy
  Monsoon Letters | बरसात की चिट्ठियाँ | hi | IN | romance
  The Elephant Stationmaster | हाथी स्टेशन मास्टर | hi | IN | family
  The Salt Violin | Solne skrzypce | pl | PL | drama
  Lantern Bay | 灯笼湾 | zh | CN | fantasy`

/** Collection name: its parts, in order; all from one shelf. */
export const MOVIE_COLLECTIONS: readonly { name: string; shelf: MovieShelf; parts: readonly string[] }[] = [
  {
    name: 'Captain Hazard Collection',
    shelf: 'action',
    parts: [
      'Captain Hazard',
      'Captain Hazard: Deep Water',
      'Captain Hazard: The Brass Horizon',
      'Captain Hazard: Homecoming',
    ],
  },
  {
    name: 'The Moonlit Market Collection',
    shelf: 'fantasy',
    parts: ['The Moonlit Market', 'The Moonlit Market: A Price Unpaid', 'The Moonlit Market: Closing Time'],
  },
  {
    name: 'Bramble & Finch Collection',
    shelf: 'family',
    parts: ['Bramble & Finch', 'Bramble & Finch Go to Sea', 'Bramble & Finch and the Missing Winter'],
  },
  {
    name: 'Inspector Marchpane Collection',
    shelf: 'mystery',
    parts: [
      'Inspector Marchpane',
      'Inspector Marchpane and the Weeping Statue',
      'Marchpane Returns',
      'Inspector Marchpane on Holiday',
    ],
  },
  {
    name: 'Outpost Nine Collection',
    shelf: 'scifi',
    parts: ['Outpost Nine', 'Outpost Nine: Signal Lost', 'Outpost Nine: Zenith'],
  },
  {
    name: 'The Cellar Below Collection',
    shelf: 'horror',
    parts: ['The Cellar Below', 'The Cellar Below II: Deeper', 'The Cellar Below III: Bedrock'],
  },
  {
    name: 'Wedding Season Collection',
    shelf: 'comedy',
    parts: ['Wedding Season at Pelham Lodge', 'Christening Season at Pelham Lodge'],
  },
]
